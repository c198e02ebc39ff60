import type { Review as ReviewRecord } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { idsFromMark } from '../page-marks'
import { cutOut, fromNearerEnd, type ListReader, type Page, readSort, rowsAndTotal, toPage } from '../paging'
import type { NamedRecord } from '../records/schema'
import { countReviews, type ReviewFilter, whereAbout, whereReview } from './review-filter'
import type { BrowseReviews, ListReviews, Review, ReviewRow } from './schema'
import type { ReplyState } from './vocabulary'

const NEWEST_FIRST: Prisma.ReviewOrderByWithRelationInput[] = [{ publishedAt: 'desc' }, { id: 'desc' }]
/** Of the text in a list: what a row shows. */
const EXCERPT_CHARACTERS = 400

/** Newest published first. */
export async function listReviews(
  organizationId: string,
  { page, limit, location_id: locationId, ...given }: ListReviews,
): Promise<Page<Review>> {
  const filter = { ...given, ...(await whereAbout(organizationId, locationId)) }
  const where = whereReview(organizationId, filter)
  const [rows, total] = await rowsAndTotal(
    { page, limit },
    {
      ...reviewLookup(organizationId, filter),
      rows: (cut) => db.review.findMany({ ...cutOut(where, cut), orderBy: NEWEST_FIRST }),
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

/**
 * The same list as the dashboard shows it.
 * @param among these alone, where a search found them.
 */
export async function browseReviews(
  organizationId: string,
  { page, limit, sort, search: _search, location_id: locationId, ...given }: BrowseReviews,
  among?: readonly string[],
): Promise<Page<ReviewRow>> {
  const filter = { ...given, ...(await whereAbout(organizationId, locationId)) }
  const where = {
    ...whereReview(organizationId, filter),
    ...(among === undefined ? {} : { AND: [{ id: { in: [...among] } }] }),
  }
  const { key, direction } = readSort(sort ?? '-created')
  const orderBy: Prisma.ReviewOrderByWithRelationInput[] =
    key === 'created' ? [{ publishedAt: direction }, { id: direction }] : [{ rating: direction }, ...NEWEST_FIRST]
  const lookup =
    among === undefined
      ? reviewLookup(organizationId, filter, orderBy)
      : {
          ids: nearerIds(where, orderBy),
          length: () => db.review.count({ where }),
        }
  const [rows, total] = await rowsAndTotal(
    { page, limit },
    {
      ...lookup,
      rows: (cut) => db.review.findMany({ ...cutOut(where, cut), orderBy, include: WITH_LOCATION }),
    },
  )
  return toPage(rows.map(presentRow), total, { page, limit })
}

const NAMED = { select: { id: true, name: true } } as const

/** With the one that it was merged into, while the job has not moved the review. */
export const WITH_LOCATION = { location: { select: { ...NAMED.select, mergedInto: NAMED } } } as const

/** Of the whole list, newest first, pages far down begin at a mark; of every list the total is known without counting it. */
function reviewLookup(
  organizationId: string,
  filter: ReviewFilter,
  orderBy = NEWEST_FIRST,
): Pick<ListReader<never>, 'ids' | 'length'> {
  const isWhole = Object.values(filter).every((value) => value === undefined)
  const where = whereReview(organizationId, filter)
  return {
    ids:
      isWhole && orderBy[0]?.publishedAt === 'desc'
        ? (window) => idsFromMark(organizationId, 'review', window)
        : nearerIds(where, orderBy),
    length: () => countReviews(organizationId, filter),
  }
}

function nearerIds(where: Prisma.ReviewWhereInput, orderBy: Prisma.ReviewOrderByWithRelationInput[]) {
  return fromNearerEnd(orderBy, (cut) => db.review.findMany({ where, select: { id: true }, ...cut }))
}

/** A review as it leaves: over the API and as the payload of its events. */
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

type Place = NamedRecord & { mergedInto: NamedRecord | null }

/** A review as a row of the dashboard's list. */
export function presentRow(row: ReviewRecord & { location: Place | null }): ReviewRow {
  return {
    id: row.id,
    source: row.source,
    author: row.authorName,
    rating: row.rating,
    text: row.text.slice(0, EXCERPT_CHARACTERS).toWellFormed(),
    location: row.location && (row.location.mergedInto ?? { id: row.location.id, name: row.location.name }),
    replyState: shownState(row),
    publishedAt: row.publishedAt.toISOString(),
  }
}

/** The state of the reply that is there; one from before sites were connected stays here, as those of no source do. */
export function shownState({ respondedAt, replyState }: Pick<ReviewRecord, 'respondedAt' | 'replyState'>) {
  if (respondedAt === null) return null
  return (replyState ?? 'local') as ReplyState
}
