import { db, type Prisma, queryRows } from '../db'
import { toInterval } from '../fields/schema'
import { readIdsOfMeant } from '../records/meant-record'
import { readTotal } from '../totals'
import type { BrowseReviews, ListReviews } from './schema'

export type ReviewFilter = Omit<ListReviews, 'page' | 'limit' | 'location_id'> &
  Pick<BrowseReviews, 'reply'> & {
    /** All ids of the location: see {@link whereAbout}. */
    location_id?: readonly string[]
  }

/** Resolves a location filter to all ids of that location (docs/decisions/0023-merged-records.md). */
export async function whereAbout(
  organizationId: string,
  locationId: string | undefined,
): Promise<Pick<ReviewFilter, 'location_id'>> {
  return locationId === undefined ? {} : { location_id: await readIdsOfMeant('location', organizationId, locationId) }
}

export function whereReview(organizationId: string, filter: ReviewFilter): Prisma.ReviewWhereInput {
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

/**
 * Exact number of reviews for a filter, from monthly counters, so the cost does not depend on the number of reviews. Counts rows only for
 * partial months at the ends of the date range.
 */
export async function countReviews(organizationId: string, filter: ReviewFilter): Promise<number> {
  if (Object.values(filter).every((value) => value === undefined)) return readTotal(organizationId, 'review')
  const { from, before } = toInterval(filter.start_date, filter.end_date)
  const first = from === undefined ? undefined : firstWholeMonth(from)
  const last = before === undefined ? undefined : monthOf(before)
  // The range contains no whole month, or starts after the year 9999, which `isoDate` cannot format.
  if (first !== undefined && (first >= NO_MONTH || (last !== undefined && first >= last)))
    return db.review.count({ where: whereReview(organizationId, filter) })
  const { start_date: _from, end_date: _to, ...rest } = filter
  const edges = [
    ...(from !== undefined && first !== undefined && from < first ? [{ gte: from, lt: first }] : []),
    ...(before !== undefined && last !== undefined && last < before ? [{ gte: last, lt: before }] : []),
  ]
  const where = whereReview(organizationId, rest)
  const counts = await Promise.all([
    countMonths(organizationId, rest, first, last),
    ...edges.map((publishedAt) => db.review.count({ where: { ...where, publishedAt } })),
  ])
  return counts.reduce((sum, count) => sum + count, 0)
}

const NO_MONTH = new Date('+010000-01-01T00:00:00Z')

/** Counts whole months. @param last exclusive. */
async function countMonths(
  organizationId: string,
  filter: ReviewFilter,
  first: Date | undefined,
  last: Date | undefined,
): Promise<number> {
  const [row] = await queryRows<{ total: string | null }>({
    name: 'count-reviews',
    text: `SELECT sum(n) AS total FROM review_tally WHERE organization_id = $1::uuid
      AND ($2::date IS NULL OR month >= $2::date) AND ($3::date IS NULL OR month < $3::date)
      AND ($4::text IS NULL OR source = $4) AND ($5::uuid[] IS NULL OR location_id = ANY ($5))
      AND rating BETWEEN $6::int AND $7::int
      AND ($8::bool IS NULL OR (reply <> '') = $8::bool) AND ($9::text IS NULL OR reply = $9)`,
    values: [
      organizationId,
      first === undefined ? null : isoDate(first),
      last === undefined ? null : isoDate(last),
      filter.source ?? null,
      filter.location_id ?? null,
      filter.rating_min ?? 1,
      filter.rating_max ?? 5,
      filter.reply === 'none' ? false : filter.reply === 'any' ? true : (filter.replied ?? null),
      filter.reply === undefined || filter.reply === 'none' || filter.reply === 'any' ? null : filter.reply,
    ],
  })
  return Number(row?.total ?? 0)
}

/** First day of the month in UTC, like the dates of the API. */
function monthOf(at: Date): Date {
  const month = new Date(at)
  month.setUTCHours(0, 0, 0, 0)
  month.setUTCDate(1)
  return month
}

function firstWholeMonth(from: Date): Date {
  const month = monthOf(from)
  if (month.getTime() !== from.getTime()) month.setUTCMonth(month.getUTCMonth() + 1)
  return month
}

export function isoDate(day: Date): string {
  return day.toISOString().slice(0, 10)
}
