import { isIP } from 'node:net'
import { env } from '../env'
import { ValidationError } from '../errors'
import { type LocalizableMessage, localizableMessage } from '../messages/localizable-message'
import { isAbsoluteUrl } from '../validation/is-absolute-url'
import { type AllowedNetworks, isLoopbackUrl } from './allowed-networks'
import { type ResolveOptions, resolveHost } from './resolve-host'
import { isSafeIpAddress } from './safe-ip-address'

export const TARGET_URL_MAX_CHARACTERS = 2048

export type TargetUrlOptions = ResolveOptions & { allowed?: AllowedNetworks }

/**
 * Validates and normalizes a webhook URL. Accepts a name that does not resolve: the address is checked again on each call, and a new name
 * may not have propagated yet.
 * @param field the input field for the error.
 * @throws {ValidationError} for anything that {@link validateAndNormalizeTargetUrl} refuses, and if any address of the host is private or reserved;
 * does not reveal the address.
 */
export async function requireAllowedTargetUrl(
  url: string,
  field = 'hookUrl',
  options: TargetUrlOptions = {},
): Promise<string> {
  const normalized = validateAndNormalizeTargetUrl(url, field)
  const { addresses } = await resolveHost(new URL(normalized).hostname, options)
  if (addresses?.some((address) => !isSafeIpAddress(address, options.allowed)))
    throw urlError(field, localizableMessage('webhook.privateNetwork'))
  return normalized
}

/**
 * The canonical form by which subscriptions are keyed: parsed per WHATWG, without fragment, default port and the host's trailing dot; path
 * and query are kept. Does not query DNS.
 * @throws {ValidationError}
 */
export function validateAndNormalizeTargetUrl(url: string, field = 'hookUrl'): string {
  const error = findUrlError(url)
  if (error) throw urlError(field, error)
  return parseTargetUrl(url).href
}

function parseTargetUrl(text: string): URL {
  const url = new URL(text)
  url.hash = ''
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  return url
}

function urlError(field: string, error: LocalizableMessage): ValidationError {
  return new ValidationError({ [field]: [error] })
}

const NOT_A_URL = localizableMessage('webhook.url')

function findUrlError(text: string): LocalizableMessage | undefined {
  if (text.length > TARGET_URL_MAX_CHARACTERS)
    return localizableMessage('value.maxCharacters', { maximum: TARGET_URL_MAX_CHARACTERS })
  // The parser would silently strip tabs and newlines, and read a backslash as a slash.
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f-\u009f\\]/.test(text) || !text.isWellFormed()) return NOT_A_URL
  if (/^http:/i.test(text)) return localizableMessage('webhook.http')
  // The parser would also accept https:example.com and https:///example.com.
  if (!/^https:\/\/[^/]/i.test(text) || !isAbsoluteUrl(text)) return NOT_A_URL
  const url = parseTargetUrl(text)
  if (url.username !== '' || url.password !== '') return localizableMessage('webhook.credentials')
  if (BLOCKED_PORTS.has(Number(url.port || 443))) return localizableMessage('webhook.port')
  return (
    findHostError(url) ??
    (url.href.length > TARGET_URL_MAX_CHARACTERS ? localizableMessage('webhook.tooLong') : undefined)
  )
}

function findHostError(url: URL): LocalizableMessage | undefined {
  const { hostname } = url
  if (isOwnUrl(url)) return localizableMessage('webhook.ours')
  if (isIP(hostname) || hostname.startsWith('[') || hostname === 'localhost') return undefined
  const labels = hostname.split('.')
  const isName =
    hostname.length <= 253 && labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  if (!isName) return NOT_A_URL
  if (labels.length < 2 || /^\d+$/.test(labels.at(-1) ?? '')) return localizableMessage('webhook.shortHost')
  return INTERNAL_NAMES.some((name) => hostname === name || hostname.endsWith(`.${name}`))
    ? localizableMessage('webhook.internalHost')
    : undefined
}

function isOwnUrl(url: URL): boolean {
  const own = new URL(env.baseUrl)
  return isLoopbackUrl(env.baseUrl) ? url.host === own.host : url.hostname === own.hostname
}

const INTERNAL_NAMES = [
  'localhost',
  'local',
  'internal',
  'intranet',
  'lan',
  'home',
  'corp',
  'home.arpa',
  'localdomain',
  'onion',
  'invalid',
  'arpa',
]

const BLOCKED_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])
