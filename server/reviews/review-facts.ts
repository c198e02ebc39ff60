import { db, queryRows } from '../db'
import type { ReviewFacts } from './schema'

/** Review totals per source and the number without a reply, from stored counters. */
export async function getReviewFacts(organizationId: string): Promise<ReviewFacts> {
  const [counts, sources] = await Promise.all([
    queryRows<{ source: string; total: number; unreplied: number }>({
      name: 'review-facts',
      text: `SELECT source, sum(n)::int AS total, coalesce(sum(n) FILTER (WHERE reply = ''), 0)::int AS unreplied
        FROM review_tally WHERE organization_id = $1::uuid GROUP BY source HAVING sum(n) > 0 ORDER BY source`,
      values: [organizationId],
    }),
    db.reviewSource.findMany({
      where: { organizationId },
      select: { site: true, name: true, kind: true, status: true },
    }),
  ])
  const nameOf = new Map(sources.map(({ site, name }) => [site, name]))
  // Accounts of the same site share a `source`, so they use the site's name.
  for (const { site, kind } of sources) if (site === kind) nameOf.delete(site)
  return {
    total: counts.reduce((sum, { total }) => sum + total, 0),
    unreplied: counts.reduce((sum, { unreplied }) => sum + unreplied, 0),
    sources: counts.map(({ source }) => ({ source, name: nameOf.get(source) ?? source })),
    hasConnected: sources.some(({ status }) => status === 'connected' || status === 'reconnect'),
  }
}
