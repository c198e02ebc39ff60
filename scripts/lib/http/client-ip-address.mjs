import proxyAddr from 'proxy-addr'
import { normalizeIpAddress } from '../../../server/rate-limit/normalize-ip-address.mjs'
import { OperatorError } from '../operator-error.mjs'

/** @typedef {(address: string | undefined, hop: number) => boolean} IsTrusted `hop` counts from the connection, which is 0 */

const MAX_HOPS = 20
/** proxy-addr accepts no prefix of zero bits. */
const HALVES = new Map([
  ['0.0.0.0/0', ['0.0.0.0/1', '128.0.0.0/1']],
  ['::/0', ['::/1', '8000::/1']],
])

/**
 * Parses TRUSTED_PROXIES: the number of proxies in front of the service, or their networks (`10.0.0.0/8, ::1`). Empty means none.
 *
 * @param {string | undefined} text
 * @returns {IsTrusted}
 * @throws {OperatorError} for anything else
 */
export function parseTrustedProxies(text = '') {
  const setting = text.trim()
  if (/^\d*$/.test(setting) && Number(setting) <= MAX_HOPS) return (_address, hop) => hop < Number(setting)
  const networks = setting.split(',').map((part) => compileNetwork(part.trim()))
  return (address = '', hop) => networks.some((includes) => includes(normalizeIpAddress(address), hop))
}

/**
 * @param {string} text
 * @returns {IsTrusted}
 */
function compileNetwork(text) {
  // proxy-addr would also accept names of networks, and addresses written as one number.
  if (!/[.:]/.test(text)) throw invalidNetwork(text)
  try {
    return /** @type {IsTrusted} */ (proxyAddr.compile(HALVES.get(text) ?? text))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw invalidNetwork(text)
  }
}

/** @param {string} text */
function invalidNetwork(text) {
  return new OperatorError(
    `TRUSTED_PROXIES has “${text}”: give the number of proxies in front of the service, or their networks, such as 10.0.0.0/8.`,
  )
}

/**
 * The address of the client: the peer of the connection or, if that is a trusted proxy, the last address in X-Forwarded-For that is not a
 * trusted proxy. Earlier entries are claims of the client.
 *
 * @param {import('node:http').IncomingMessage} request
 * @param {IsTrusted} isTrusted
 * @returns {string} an address without a port
 */
export function resolveClientIpAddress(request, isTrusted) {
  return normalizeIpAddress(proxyAddr(request, isTrusted) ?? 'unknown')
}
