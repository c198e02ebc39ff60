import { now } from '../clock'
import { queryRows } from '../db'
import { listRecordNames } from '../records/record-list'
import { meanInterval } from '../responses/scores'
import { isoDate } from './review-filter'
import type { ReviewFigures, ReviewStatistics, ReviewStatisticsQuery } from './schema'

/** Buckets of reply times (prisma/functions/review_reply_bucket.sql): the first starts at a minute, each is 5 % longer. */
const FIRST_BUCKET_SECONDS = 60
const BUCKET_RATIO = 1.05

const NO_LOCATION = '00000000-0000-0000-0000-000000000000'

type Counted = {
  by: 'overall' | 'rating' | 'month' | 'source' | 'location'
  key: string
  reviews: number
  stars: number
  squares: number
  replies: number
}
type Timed = { by: 'overall' | 'source' | 'location'; key: string; bucket: number; n: number }

/**
 * Averages, distribution, months and reply times, by source and location. Uses monthly counters, so the cost does not depend on the number
 * of reviews.
 */
export async function getReviewStatistics(
  organizationId: string,
  { months }: ReviewStatisticsQuery,
): Promise<ReviewStatistics> {
  const from = months === undefined ? null : isoDate(firstOfMonths(months))
  const [counted, timed, locations] = await Promise.all([
    countTallies(organizationId, from),
    countReplyTimes(organizationId, from),
    listRecordNames('location', organizationId),
  ])
  const medians = readMedians(timed)
  const names = new Map(locations.map((location) => [location.id, location]))
  const of = (by: Counted['by']) => counted.filter((row) => row.by === by)
  const figures = (row: Counted): ReviewFigures => ({
    reviews: row.reviews,
    ...averageOf(row),
    replies: row.replies,
    medianReplySeconds: medians.get(`${row.by} ${row.key}`) ?? null,
  })
  const [overall] = of('overall').map(figures)
  const byRating = new Map(of('rating').map(({ key, reviews }) => [Number(key), reviews]))
  return {
    overall: overall ?? { reviews: 0, ...averageOf(undefined), replies: 0, medianReplySeconds: null },
    stars: [1, 2, 3, 4, 5].map((rating) => byRating.get(rating) ?? 0),
    months: everyMonth(of('month'), months),
    sources: mostFirst(of('source').map((row) => ({ source: row.key, ...figures(row) }))),
    locations: mostFirst(
      of('location').map((row) => ({
        location: row.key === NO_LOCATION ? null : (names.get(row.key) ?? null),
        ...figures(row),
      })),
    ),
  }
}

function averageOf(row: Counted | undefined): Pick<ReviewFigures, 'average' | 'interval'> {
  if (row === undefined || row.reviews === 0) return { average: null, interval: null }
  const { reviews: n, stars: sum, squares: sumOfSquares } = row
  return { average: sum / n, interval: meanInterval({ n, sum, sumOfSquares }, 1, 5) }
}

async function countTallies(organizationId: string, from: string | null): Promise<Counted[]> {
  return queryRows<Counted>({
    name: 'review-tallies',
    text: `
      SELECT CASE WHEN grouping(rating) = 0 THEN 'rating' WHEN grouping(month) = 0 THEN 'month' WHEN grouping(source) = 0 THEN 'source'
          WHEN grouping(location_id) = 0 THEN 'location' ELSE 'overall' END AS by,
        coalesce(rating::text, to_char(month, 'YYYY-MM'), source, location_id::text, '') AS key,
        coalesce(sum(n), 0)::int AS reviews, coalesce(sum(n * rating_of), 0)::int AS stars,
        coalesce(sum(n * rating_of * rating_of), 0)::int AS squares,
        coalesce(sum(n) FILTER (WHERE reply <> ''), 0)::int AS replies
      FROM (SELECT *, rating AS rating_of FROM review_tally
        WHERE organization_id = $1::uuid AND n > 0 AND ($2::date IS NULL OR month >= $2::date)) t
      GROUP BY GROUPING SETS ((), (rating), (month), (source), (location_id))`,
    values: [organizationId, from],
  })
}

async function countReplyTimes(organizationId: string, from: string | null): Promise<Timed[]> {
  return queryRows<Timed>({
    name: 'review-reply-tallies',
    text: `
      SELECT CASE WHEN grouping(source) = 0 THEN 'source' WHEN grouping(location_id) = 0 THEN 'location' ELSE 'overall' END AS by,
        coalesce(source, location_id::text, '') AS key, bucket, sum(n)::int AS n
      FROM review_reply_tally
      WHERE organization_id = $1::uuid AND n > 0 AND ($2::date IS NULL OR month >= $2::date)
      GROUP BY GROUPING SETS ((bucket), (source, bucket), (location_id, bucket)) ORDER BY bucket`,
    values: [organizationId, from],
  })
}

/** Median reply time of each group: the middle of the bucket that contains it. */
function readMedians(rows: readonly Timed[]): ReadonlyMap<string, number> {
  const groups = new Map<string, Timed[]>()
  for (const row of rows) {
    const key = `${row.by} ${row.key}`
    const held = groups.get(key)
    if (held) held.push(row)
    else groups.set(key, [row])
  }
  return new Map([...groups].map(([key, buckets]) => [key, median(buckets)]))
}

/** @param buckets in ascending order. */
function median(buckets: readonly Timed[]): number {
  const half = buckets.reduce((sum, { n }) => sum + n, 0) / 2
  let before = 0
  for (const { bucket, n } of buckets) {
    before += n
    if (before >= half) return Math.round(FIRST_BUCKET_SECONDS * BUCKET_RATIO ** (bucket + 0.5))
  }
  return 0
}

/** From the start of the period, or the first month with a review, to the current month. */
function everyMonth(rows: readonly Counted[], months: number | undefined): ReviewStatistics['months'] {
  const byMonth = new Map(rows.map((row) => [row.key, row]))
  const [first] = [...byMonth.keys()].sort()
  if (months === undefined && first === undefined) return []
  const all: ReviewStatistics['months'] = []
  const last = isoDate(now()).slice(0, 7)
  for (
    let at = months === undefined ? new Date(`${first}-01T00:00:00Z`) : firstOfMonths(months);
    isoDate(at).slice(0, 7) <= last;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  ) {
    const month = isoDate(at).slice(0, 7)
    const row = byMonth.get(month)
    all.push({ month, reviews: row?.reviews ?? 0, ...averageOf(row) })
  }
  return all
}

function firstOfMonths(months: number): Date {
  const today = now()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1))
}

function mostFirst<Row extends ReviewFigures>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => other.reviews - one.reviews)
}
