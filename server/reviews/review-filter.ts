import { db, type Prisma } from '../db'
import { readListTotal } from '../list-totals'
import { listEquivalentIds } from '../master-data/resolve-merged-ids'
import { toInterval } from '../validation/schema'
import type { BrowseReviews, ListReviews } from './schema'

export type ReviewFilter = Omit<ListReviews, 'page' | 'limit' | 'location_id'> &
  Pick<BrowseReviews, 'reply'> & {
    location_id?: readonly string[]
  }

/** Resolves a location filter to all ids of that location (docs/decisions/0023-merged-records.md). */
export async function resolveLocationFilter(
  organizationId: string,
  locationId: string | undefined,
): Promise<Pick<ReviewFilter, 'location_id'>> {
  return locationId === undefined
    ? {}
    : { location_id: await listEquivalentIds('location', organizationId, locationId) }
}

export function reviewWhere(organizationId: string, filter: ReviewFilter): Prisma.ReviewWhereInput {
  const { from, before } = toInterval(filter.start_date, filter.end_date)
  const { rating_min: least, rating_max: most, location_id: locations, source } = filter
  return {
    organizationId,
    ...(locations === undefined ? {} : { locationId: { in: [...locations] } }),
    ...(source === undefined ? {} : { source }),
    ...(least === undefined && most === undefined
      ? {}
      : { rating: { ...(least === undefined ? {} : { gte: least }), ...(most === undefined ? {} : { lte: most }) } }),
    ...(filter.replied === undefined ? {} : { respondedAt: filter.replied ? { not: null } : null }),
    ...(filter.reply === undefined ? {} : whereReply(filter.reply)),
    ...(from || before ? { publishedAt: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } } : {}),
  }
}

function whereReply(reply: NonNullable<ReviewFilter['reply']>): Prisma.ReviewWhereInput {
  if (reply === 'none') return { respondedAt: null }
  if (reply === 'any') return { respondedAt: { not: null } }
  // Replies written before site connections existed have no state.
  if (reply === 'local') return { respondedAt: { not: null }, OR: [{ replyState: 'local' }, { replyState: null }] }
  return { replyState: reply }
}

export async function countReviews(organizationId: string, filter: ReviewFilter): Promise<number> {
  if (Object.values(filter).every((value) => value === undefined)) return readListTotal(organizationId, 'review')
  return db.review.count({ where: reviewWhere(organizationId, filter) })
}
