import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { requireNoTransaction } from '../db'

export type ResolveOptions = { nameServers?: readonly string[] }

type HostResolution = { addresses: string[] } | { addresses: null; reason: 'not found' | 'no answer' }

const DNS_TIMEOUT_MS = 3000
const SECOND_QUERY_DELAY_MS = 1000

/**
 * Every address of a host, IPv4 first. Address literals resolve to themselves, `localhost` to 127.0.0.1, names through DNS. Does not use
 * getaddrinfo, which blocks the shared thread pool and reads /etc/hosts. Uses one resolver per call, because cancelling a resolver cancels
 * all its queries.
 * @param host as in a URL; IPv6 addresses in brackets.
 * @throws {Error} inside a transaction, so that no row lock is held during a DNS query.
 */
export async function resolveHost(host: string, { nameServers }: ResolveOptions = {}): Promise<HostResolution> {
  requireNoTransaction('Resolving a name')
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(address)) return { addresses: [address] }
  if (host === 'localhost' || host.endsWith('.localhost')) return { addresses: ['127.0.0.1'] }
  const resolver = new dns.Resolver({ timeout: DNS_TIMEOUT_MS, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  const timer = setTimeout(() => resolver.cancel(), DNS_TIMEOUT_MS)
  try {
    const answers = await Promise.allSettled([
      queryTwice(() => resolver.resolve4(host)),
      queryTwice(() => resolver.resolve6(host)),
    ])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return { addresses }
    const codes = answers.map((answer) => (answer.status === 'rejected' ? errorCode(answer.reason) : ''))
    const isMissing = codes.every((code) => code === 'ENOTFOUND' || code === 'ENODATA')
    return { addresses: null, reason: isMissing ? 'not found' : 'no answer' }
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Sends a second query after a second and takes the first answer of the two: copes with a lost packet, and still accepts a slow answer to
 * the first query, which the resolver's own retry would discard.
 */
async function queryTwice(query: () => Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const secondQuery = new Promise<string[]>((resolve, reject) => {
    timer = setTimeout(() => void query().then(resolve, reject), SECOND_QUERY_DELAY_MS)
  })
  try {
    return await Promise.race([query(), secondQuery])
  } finally {
    clearTimeout(timer)
  }
}

function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
