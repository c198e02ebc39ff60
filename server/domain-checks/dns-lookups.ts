import { promises as dns } from 'node:dns'
import { requireNoTransaction } from '../db'
import { env } from '../env'

/** `none`: the name does not exist or has no such records. `unreachable`: no answer, which proves nothing. */
export type LookupAnswer = { state: 'found'; records: string[] } | { state: 'none' } | { state: 'unreachable' }

export type DnsLookups = {
  /** The strings of each record joined, as RFC 7208, 3.3 and RFC 6376, 3.6.2.2 require. */
  txt: (name: string) => Promise<LookupAnswer>
  cname: (name: string) => Promise<LookupAnswer>
  /** Host names. */
  mx: (name: string) => Promise<LookupAnswer>
  /** IPv4 addresses, or IPv6 ones if there are none. */
  addresses: (name: string) => Promise<LookupAnswer>
  /** IPv4 and IPv6 addresses. */
  allAddresses: (name: string) => Promise<LookupAnswer>
}

type DnsLimits = { queryMs: number; totalMs: number }

const LIMITS: DnsLimits = { queryMs: 2000, totalMs: 15_000 }
const LOOKUPS_MAX = 60
const RECORDS_MAX = 50
const RECORD_MAX_CHARACTERS = 4096
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_](?:[a-z0-9_-]{0,62}))*$/i

const NO_RECORDS = new Set(['ENOTFOUND', 'ENODATA'])

/**
 * Runs DNS queries within limits of time, number and size. What is beyond them counts as unreachable. Every name gets a fresh answer.
 * @throws {Error} inside a transaction, so that no lock is held during a DNS query
 */
export async function withDnsLookups<T>(
  run: (lookups: DnsLookups) => Promise<T>,
  { queryMs, totalMs }: DnsLimits = LIMITS,
): Promise<T> {
  requireNoTransaction('Resolving a name')
  const resolver = new dns.Resolver({ timeout: queryMs, tries: 2 })
  if (env.dnsServers.length > 0) resolver.setServers(env.dnsServers)
  let count = 0
  let isOver = false
  const timer = setTimeout(() => {
    isOver = true
    resolver.cancel()
  }, totalMs)

  async function query(name: string, resolve: (name: string) => Promise<string[]>): Promise<LookupAnswer> {
    count += 1
    if (isOver || count > LOOKUPS_MAX) return { state: 'unreachable' }
    if (!NAME.test(name)) return { state: 'none' }
    try {
      const records = (await resolve(name)).filter((record) => record.length <= RECORD_MAX_CHARACTERS)
      return records.length > 0 ? { state: 'found', records: records.slice(0, RECORDS_MAX) } : { state: 'none' }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      return { state: NO_RECORDS.has(code) ? 'none' : 'unreachable' }
    }
  }

  try {
    return await run({
      txt: (name) => query(name, async (host) => (await resolver.resolveTxt(host)).map((strings) => strings.join(''))),
      cname: (name) => query(name, (host) => resolver.resolveCname(host)),
      mx: (name) => query(name, async (host) => (await resolver.resolveMx(host)).map(({ exchange }) => exchange)),
      addresses: async (name) => {
        const ipv4 = await query(name, (host) => resolver.resolve4(host))
        return ipv4.state === 'none' ? query(name, (host) => resolver.resolve6(host)) : ipv4
      },
      allAddresses: async (name) => {
        const answers = await Promise.all([
          query(name, (host) => resolver.resolve4(host)),
          query(name, (host) => resolver.resolve6(host)),
        ])
        if (answers.some(({ state }) => state === 'unreachable')) return { state: 'unreachable' }
        const records = answers.flatMap((answer) => (answer.state === 'found' ? answer.records : []))
        return records.length > 0 ? { state: 'found', records } : { state: 'none' }
      },
    })
  } finally {
    clearTimeout(timer)
  }
}
