import { isIP } from 'node:net'
import { Client } from 'undici'
import { toDisplayRecords } from '../domain-checks/display-records'
import type { DnsLookups, LookupAnswer } from '../domain-checks/dns-lookups'
import { env } from '../env'
import { parseNetworks } from '../outbound/allowed-networks'
import { type SafeRequestOptions, safeRequest } from '../outbound/safe-request'
import { toFailureCode } from '../outbound/safe-request-error'
import { PROOF_PATH } from './constants'
import { isHostProof } from './host-proof'
import { buildPublicUrl } from './public-url'
import type { LinkCheck } from './schema'

type DomainRow = { domain: string; ownershipCode: string }

const CODE_PREFIX = 'feedback-link-domain='

export const ownershipRecordName = (domain: string) => `_feedback.${domain}`
export const ownershipRecordValue = (code: string) => CODE_PREFIX + code

/** The host that a link domain points to. An address if the service has no name. */
export function linkDomainTarget(): string {
  return env.linkDomainTarget ?? new URL(env.baseUrl).hostname.replace(/^\[(.*)\]$/, '$1')
}

export function toLinkCheck(status: LinkCheck['status'], details: Partial<LinkCheck> = {}): LinkCheck {
  return { status, found: [], failure: null, httpStatus: null, ...details }
}

/** @property targetAddresses of the service */
export type DnsResult = { dns: LinkCheck; ownership: LinkCheck; targetAddresses: string[] }

export async function checkDns({ domain, ownershipCode }: DomainRow, lookups: DnsLookups): Promise<DnsResult> {
  const [name, ownership] = await Promise.all([
    checkName(domain, lookups),
    checkOwnership(domain, ownershipCode, lookups),
  ])
  return { ...name, ownership }
}

/** A CNAME to the target, or its addresses: at an apex there can be no CNAME. */
async function checkName(domain: string, lookups: DnsLookups): Promise<Omit<DnsResult, 'ownership'>> {
  const target = linkDomainTarget()
  const [alias, own, wanted] = await Promise.all([
    lookups.cname(domain),
    lookups.allAddresses(domain),
    findTargetAddresses(target, lookups),
  ])
  const targetAddresses = recordsOf(wanted)
  const aliases = recordsOf(alias).map((name) => name.toLowerCase().replace(/\.$/, ''))
  if (aliases.includes(target)) return { dns: toLinkCheck('ok', { found: toDisplayRecords(aliases) }), targetAddresses }
  const found = toDisplayRecords([...aliases, ...recordsOf(own)])
  return { dns: toLinkCheck(compareAddresses(own, wanted), { found }), targetAddresses }
}

function compareAddresses(own: LookupAnswer, wanted: LookupAnswer): LinkCheck['status'] {
  if (own.state === 'none') return 'missing'
  if (own.state === 'unreachable' || wanted.state === 'unreachable') return 'unreachable'
  const targets = new Set(recordsOf(wanted))
  return own.records.every((address) => targets.has(address)) ? 'ok' : 'wrong'
}

async function findTargetAddresses(target: string, lookups: DnsLookups): Promise<LookupAnswer> {
  if (isIP(target)) return { state: 'found', records: [target] }
  if (target === 'localhost') return { state: 'found', records: ['127.0.0.1'] }
  return lookups.allAddresses(target)
}

function recordsOf(answer: LookupAnswer): string[] {
  return answer.state === 'found' ? answer.records : []
}

/** Other records at the name do not matter: several services may want one, and so may two organizations with one domain. */
async function checkOwnership(domain: string, code: string, lookups: DnsLookups): Promise<LinkCheck> {
  const answer = await lookups.txt(ownershipRecordName(domain))
  if (answer.state === 'unreachable') return toLinkCheck('unreachable')
  const records = recordsOf(answer).map((record) => record.trim())
  if (records.includes(ownershipRecordValue(code))) return toLinkCheck('ok')
  const found = toDisplayRecords(records.filter((record) => record.startsWith(CODE_PREFIX)))
  return toLinkCheck(found.length > 0 ? 'wrong' : 'missing', { found })
}

const HTTPS_TIMEOUT_MS = 20_000

/**
 * Whether the service answers at the domain over a valid connection. A proxy may get the certificate meanwhile, which takes some seconds.
 * @param targetAddresses may be called although they are the machine's own: DNS says that they are the service's.
 */
export async function checkHttps(
  domain: string,
  targetAddresses: readonly string[],
  options: Pick<SafeRequestOptions, 'authorities'> = {},
): Promise<LinkCheck> {
  try {
    const { status, body } = await requestProof(domain, targetAddresses, options)
    return status === 200 && isHostProof(domain, body.trim())
      ? toLinkCheck('ok')
      : toLinkCheck('wrong', { httpStatus: status })
  } catch (error) {
    const failure = toFailureCode(error)
    return toLinkCheck(failure.startsWith('DNS_') ? 'unreachable' : 'failed', { failure })
  }
}

function requestProof(domain: string, targetAddresses: readonly string[], options: SafeRequestOptions) {
  const url = buildPublicUrl(domain, PROOF_PATH)
  if (url.startsWith('http:')) return requestWithoutTls(domain, targetAddresses)
  const networks = targetAddresses.map((address) => `${address}/${isIP(address) === 4 ? 32 : 128}`)
  return safeRequest(
    { method: 'GET', url, headers: { Accept: 'text/plain' }, timeoutMs: HTTPS_TIMEOUT_MS },
    {
      ...options,
      allowed: parseNetworks([...env.webhookAllowedCidrs, ...networks]),
      ...(env.dnsServers.length > 0 ? { nameServers: env.dnsServers } : {}),
    },
  )
}

/** Of a service without TLS, as on the operator's own machine: asks its own address. */
async function requestWithoutTls(domain: string, [address = '']: readonly string[]) {
  const { port } = new URL(env.baseUrl)
  const client = new Client(`http://${isIP(address) === 6 ? `[${address}]` : address}:${port || 80}`)
  try {
    const headers = { Host: `${domain}${port === '' ? '' : `:${port}`}` }
    const signal = AbortSignal.timeout(HTTPS_TIMEOUT_MS)
    const { statusCode, body } = await client.request({ method: 'GET', path: PROOF_PATH, headers, signal })
    return { status: statusCode, body: await body.text() }
  } finally {
    await client.destroy()
  }
}
