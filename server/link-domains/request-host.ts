import { isIP } from 'node:net'
import { db } from '../db'
import { env } from '../env'

/*
 * Which organization's link domain a request came to. Only requests for another host than the service's own need it, so those need no query.
 */

const CACHE_MS = 10_000
const HOSTS_MAX = 1000
/** A link domain has a dot, and is no address: other names of the service inside a network need no query either. */
const DOMAIN = /^(?=.{4,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/

type Entry = { organizationId: Promise<string | null>; until: number }
const cache = new Map<string, Entry>()

/** @param host of the request, with or without a port @returns null for the service's own host, and for one that is no link domain */
export async function findOrganizationOfHost(host: string | null): Promise<string | null> {
  const own = new URL(env.baseUrl)
  if (host === null || host === own.host) return null
  const hostname = toHostname(host)
  if (hostname === own.hostname || !DOMAIN.test(hostname) || isIP(hostname)) return null
  const at = performance.now()
  const cached = cache.get(hostname)
  if (cached && cached.until > at) return cached.organizationId
  const organizationId = readOrganization(hostname)
  makeRoom()
  cache.set(hostname, { organizationId, until: at + CACHE_MS })
  organizationId.catch(() => cache.delete(hostname))
  return organizationId
}

export function toHostname(host: string): string {
  return host.toLowerCase().replace(/\.?(?::\d+)?$/, '')
}

/** Also of a domain that was verified and no longer is: its links may still be opened. */
async function readOrganization(domain: string): Promise<string | null> {
  const row = await db.linkDomain.findFirst({
    where: {
      domain,
      OR: [{ verifiedAt: { not: null } }, { failingSince: { not: null } }, { dnsPassedAt: { not: null } }],
    },
    orderBy: { verifiedAt: { sort: 'asc', nulls: 'last' } },
    select: { organizationId: true },
  })
  return row?.organizationId ?? null
}

/** The oldest entries go first. */
function makeRoom(): void {
  for (const hostname of cache.keys()) {
    if (cache.size < HOSTS_MAX) return
    cache.delete(hostname)
  }
}
