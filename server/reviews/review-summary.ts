import { db } from '../db'
import type { ReviewSummary } from './schema'

export async function getReviewSummary(organizationId: string): Promise<ReviewSummary> {
  const [counts, sources] = await Promise.all([
    db.review.groupBy({
      by: ['source'],
      where: { organizationId },
      _count: { _all: true, respondedAt: true },
      orderBy: { source: 'asc' },
    }),
    db.reviewSource.findMany({
      where: { organizationId },
      select: { site: true, name: true, kind: true, status: true },
    }),
  ])
  const nameBySite = new Map(sources.map(({ site, name }) => [site, name]))
  // Accounts of the same site share a `source`, so they use the site's name.
  for (const { site, kind } of sources) if (site === kind) nameBySite.delete(site)
  return {
    total: counts.reduce((sum, { _count }) => sum + _count._all, 0),
    unreplied: counts.reduce((sum, { _count }) => sum + _count._all - _count.respondedAt, 0),
    sources: counts.map(({ source }) => ({ source, name: nameBySite.get(source) ?? source })),
    hasConnected: sources.some(({ status }) => status === 'connected' || status === 'reconnect'),
  }
}
