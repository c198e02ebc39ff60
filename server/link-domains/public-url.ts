import { db, type Tx } from '../db'
import { env } from '../env'

/** For a query of an organization: {@link pickLinkDomain} reads it. */
export const SELECT_LINK_DOMAIN = { select: { domain: true, verifiedAt: true } } as const

/** The domain in an organization's links, in ASCII form; null: the service's own host. */
export function pickLinkDomain(row: { domain: string; verifiedAt: Date | null } | null): string | null {
  return row?.verifiedAt ? row.domain : null
}

export async function findLinkDomain(tx: Tx, organizationId: string): Promise<string | null> {
  return pickLinkDomain(await tx.linkDomain.findUnique({ where: { organizationId }, ...SELECT_LINK_DOMAIN }))
}

/**
 * The address of a page for customers: survey, unsubscribe, preferences, short and open links. With the scheme and port of the service,
 * since the same proxy answers it.
 */
export function buildPublicUrl(linkDomain: string | null, path: `/${string}`): string {
  if (linkDomain === null) return env.baseUrl + path
  const url = new URL(env.baseUrl)
  url.hostname = linkDomain
  return url.origin + path
}

/** As {@link buildPublicUrl}, for one link. */
export async function loadPublicUrl(organizationId: string, path: `/${string}`): Promise<string> {
  return buildPublicUrl(await findLinkDomain(db, organizationId), path)
}
