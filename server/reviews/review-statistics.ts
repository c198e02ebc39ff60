import { now } from '../clock'
import { db } from '../db'
import { listMasterDataNamesOfKind } from '../master-data/queries'
import { meanConfidenceInterval } from '../responses/scores'
import type { ReviewFigures, ReviewStatistics, ReviewStatisticsQuery } from './schema'
import {
  bucketMidpointSeconds,
  countRepliesByReplyTimeBucket,
  countReviewsByGroup,
  type ReplyTimeBucketCount,
  type ReviewGroupCounts,
} from './statistics-queries'

export async function getReviewStatistics(
  organizationId: string,
  { months }: ReviewStatisticsQuery,
): Promise<ReviewStatistics> {
  const from = months === undefined ? null : startOfPeriod(months)
  const [counts, replyTimes, locations] = await Promise.all([
    countReviewsByGroup(organizationId, from),
    countRepliesByReplyTimeBucket(organizationId, from),
    listMasterDataNamesOfKind('location', organizationId),
  ])
  const medians = readMedians(replyTimes)
  const names = new Map(locations.map((location) => [location.id, location]))
  const countsBy = (by: ReviewGroupCounts['by']) => counts.filter((row) => row.by === by)
  const figures = (row: ReviewGroupCounts): ReviewFigures => ({
    reviews: row.reviews,
    ...toAverage(row),
    replies: row.replies,
    medianReplySeconds: medians.get(groupKey(row)) ?? null,
  })
  const [overall] = countsBy('overall').map(figures)
  const byRating = new Map(countsBy('rating').map(({ key, reviews }) => [Number(key), reviews]))
  return {
    overall: overall ?? { reviews: 0, ...toAverage(undefined), replies: 0, medianReplySeconds: null },
    stars: [1, 2, 3, 4, 5].map((rating) => byRating.get(rating) ?? 0),
    months: listMonths(countsBy('month'), months),
    sources: byMostReviews(countsBy('source').map((row) => ({ source: row.key ?? '', ...figures(row) }))),
    locations: byMostReviews(
      countsBy('location').map((row) => ({ location: names.get(row.key ?? '') ?? null, ...figures(row) })),
    ),
  }
}

/** @param locationIds only reviews of these locations. */
export async function loadRatingSummary(organizationId: string, from: Date, to: Date, locationIds?: readonly string[]) {
  const counts = await db.review.groupBy({
    by: ['rating'],
    where: {
      organizationId,
      publishedAt: { gte: from, lt: to },
      ...(locationIds === undefined ? {} : { locationId: { in: [...locationIds] } }),
    },
    _count: true,
  })
  const total = (value: (rating: number) => number) =>
    counts.reduce((sum, { rating, _count }) => sum + _count * value(rating), 0)
  const [reviews, stars, squares] = [total(() => 1), total((rating) => rating), total((rating) => rating ** 2)]
  return { n: reviews, ...toAverage({ reviews, stars, squares }) }
}

type RatingSums = Pick<ReviewGroupCounts, 'reviews' | 'stars' | 'squares'>

/** `average`: 1 to 5 stars; null without reviews, never 0. `interval`: 95 % confidence; null for fewer than two reviews. */
function toAverage(row: RatingSums | undefined): Pick<ReviewFigures, 'average' | 'interval'> {
  if (row === undefined || row.reviews === 0) return { average: null, interval: null }
  const { reviews: n, stars: sum, squares: sumOfSquares } = row
  return { average: sum / n, interval: meanConfidenceInterval({ n, sum, sumOfSquares }, 1, 5) }
}

function readMedians(rows: readonly ReplyTimeBucketCount[]): ReadonlyMap<string, number> {
  const groups = new Map<string, ReplyTimeBucketCount[]>()
  for (const row of rows) {
    const group = groups.get(groupKey(row)) ?? []
    groups.set(groupKey(row), group)
    group.push(row)
  }
  return new Map([...groups].map(([group, buckets]) => [group, medianSeconds(buckets)]))
}

function groupKey({ by, key }: ReviewGroupCounts | ReplyTimeBucketCount): string {
  return `${by} ${key}`
}

function medianSeconds(buckets: readonly ReplyTimeBucketCount[]): number {
  const half = buckets.reduce((sum, { n }) => sum + n, 0) / 2
  let cumulative = 0
  for (const { bucket, n } of buckets) {
    cumulative += n
    if (cumulative >= half) return bucketMidpointSeconds(bucket)
  }
  return 0
}

function listMonths(rows: readonly ReviewGroupCounts[], months: number | undefined): ReviewStatistics['months'] {
  const byMonth = new Map(rows.map((row) => [row.key ?? '', row]))
  const [first] = [...byMonth.keys()].sort()
  if (months === undefined && first === undefined) return []
  const result: ReviewStatistics['months'] = []
  const last = toMonth(now())
  for (
    let at = months === undefined ? new Date(`${first}-01T00:00:00Z`) : startOfPeriod(months);
    toMonth(at) <= last;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  ) {
    const month = toMonth(at)
    const row = byMonth.get(month)
    result.push({ month, reviews: row?.reviews ?? 0, ...toAverage(row) })
  }
  return result
}

function toMonth(at: Date): string {
  return at.toISOString().slice(0, 7)
}

function startOfPeriod(months: number): Date {
  const today = now()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1))
}

function byMostReviews<Row extends ReviewFigures>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => other.reviews - one.reviews)
}
