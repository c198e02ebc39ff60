import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { requireNoTransaction } from '../db'

/** Where to ask instead of the machine's own name servers: `127.0.0.1:5353`. */
export type ResolveOptions = { nameServers?: readonly string[] }

export type Resolved = { addresses: string[] } | { addresses: null; reason: 'not found' | 'no answer' }

/** How long a name may take, DNS in all. */
export const DNS_BUDGET_MS = 3000
const ASK_AGAIN_MS = 1000

/**
 * Every address of a host, IPv4 first: an address stands for itself, `localhost` for 127.0.0.1, and a name is asked of
 * DNS. Not getaddrinfo: it blocks the threads that all look-ups of the process share, and it believes /etc/hosts. A
 * resolver of its own, because cancelling one cancels all that it was asked.
 * @param host as a URL spells it; an IPv6 address in brackets.
 * @throws {Error} inside a transaction: nobody's rows wait for a name server.
 */
export async function resolveHost(host: string, { nameServers }: ResolveOptions = {}): Promise<Resolved> {
  requireNoTransaction('Resolving a name')
  const address = host.startsWith('[') ? host.slice(1, -1) : host
  if (isIP(address)) return { addresses: [address] }
  if (host === 'localhost' || host.endsWith('.localhost')) return { addresses: ['127.0.0.1'] }
  const resolver = new dns.Resolver({ timeout: DNS_BUDGET_MS, tries: 1 })
  if (nameServers) resolver.setServers(nameServers)
  const timer = setTimeout(() => resolver.cancel(), DNS_BUDGET_MS)
  try {
    const answers = await Promise.allSettled([
      askTwice(() => resolver.resolve4(host)),
      askTwice(() => resolver.resolve6(host)),
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
 * Asks again after a second without an answer, and takes whichever comes first: a lost packet costs little, and a slow
 * answer to the first question still counts, which the resolver's own repetition would throw away.
 */
async function askTwice(ask: () => Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined
  const again = new Promise<string[]>((resolve, reject) => {
    timer = setTimeout(() => void ask().then(resolve, reject), ASK_AGAIN_MS)
  })
  try {
    return await Promise.race([ask(), again])
  } finally {
    clearTimeout(timer)
  }
}

function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
