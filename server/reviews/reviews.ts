import type { Review as ReviewRecord } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import type { MasterDataIdAndName } from '../master-data/schema'
import { type Page, parseSortParameter, readRowsAndTotal, toPage } from '../paging'
import type { ReviewReplyState } from './constants'
import { countReviews, resolveLocationFilter, reviewWhere } from './review-filter'
import type { BrowseReviews, ListReviews, Review, ReviewListItem, ReviewsSummary } from './schema'

const NEWEST_FIRST: Prisma.ReviewOrderByWithRelationInput[] = [{ publishedAt: 'desc' }, { id: 'desc' }]
const EXCERPT_CHARACTERS = 400

export async function listReviews(
  organizationId: string,
  { page, limit, location_id: locationId, ...criteria }: ListReviews,
): Promise<Page<Review>> {
  const filter = { ...criteria, ...(await resolveLocationFilter(organizationId, locationId)) }
  const where = reviewWhere(organizationId, filter)
  const [rows, total] = await readRowsAndTotal(
    { page, limit },
    {
      where,
      orderBy: NEWEST_FIRST,
      findRows: (query) => db.review.findMany(query),
      findIds: (query) => db.review.findMany({ ...query, select: { id: true } }),
      count: () => countReviews(organizationId, filter),
    },
  )
  return toPage(rows.map(presentReview), total, { page, limit })
}

/** @throws {NotFound} when it is not in the organization. */
export async function getReview(organizationId: string, id: string): Promise<Review> {
  const row = await db.review.findFirst({ where: { id, organizationId } })
  if (!row) throw new NotFound('review')
  return presentReview(row)
}

export async function browseReviews(
  organizationId: string,
  { page, limit, sort, search: _search, location_id: locationId, ...criteria }: BrowseReviews,
  ids?: readonly string[],
): Promise<Page<ReviewListItem>> {
  const filter = { ...criteria, ...(await resolveLocationFilter(organizationId, locationId)) }
  const where = {
    ...reviewWhere(organizationId, filter),
    ...(ids === undefined ? {} : { AND: [{ id: { in: [...ids] } }] }),
  }
  const { key, direction } = parseSortParameter(sort ?? '-created')
  const orderBy: Prisma.ReviewOrderByWithRelationInput[] =
    key === 'created' ? [{ publishedAt: direction }, { id: direction }] : [{ rating: direction }, ...NEWEST_FIRST]
  const [rows, total] = await readRowsAndTotal(
    { page, limit },
    {
      where,
      orderBy,
      findRows: (query) => db.review.findMany({ ...query, include: INCLUDE_LOCATION }),
      findIds: (query) => db.review.findMany({ ...query, select: { id: true } }),
      count: () => (ids === undefined ? countReviews(organizationId, filter) : db.review.count({ where })),
    },
  )
  return toPage(rows.map(presentReviewListItem), total, { page, limit })
}

export async function getReviewCountsAndSites(organizationId: string): Promise<ReviewsSummary> {
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

const ID_AND_NAME = { select: { id: true, name: true } } as const

/** Includes the merge target of a location whose reviews the job has not moved yet. */
export const INCLUDE_LOCATION = { location: { select: { ...ID_AND_NAME.select, mergedInto: ID_AND_NAME } } } as const

export function presentReview(row: ReviewRecord): Review {
  return {
    id: row.id,
    source: row.source,
    rating: row.rating,
    text: row.text,
    publishedAt: row.publishedAt.toISOString(),
    replyText: row.replyText,
    respondedAt: row.respondedAt?.toISOString() ?? null,
  }
}

type LocationWithMerge = MasterDataIdAndName & { mergedInto: MasterDataIdAndName | null }

export function presentReviewListItem(row: ReviewRecord & { location: LocationWithMerge | null }): ReviewListItem {
  return {
    id: row.id,
    source: row.source,
    author: row.authorName,
    rating: row.rating,
    text: row.text.slice(0, EXCERPT_CHARACTERS).toWellFormed(),
    location: row.location && (row.location.mergedInto ?? { id: row.location.id, name: row.location.name }),
    replyState: toReplyState(row),
    publishedAt: row.publishedAt.toISOString(),
  }
}

export function toReplyState({ respondedAt, replyState }: Pick<ReviewRecord, 'respondedAt' | 'replyState'>) {
  if (respondedAt === null) return null
  return (replyState ?? 'local') as ReviewReplyState
}
