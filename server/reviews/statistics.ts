import { now } from '../clock'
import { listRecordNames } from '../records/queries'
import { meanInterval } from '../responses/scores'
import { countReplyTimes, countReviewsByGroup, middleOfBucket, type ReplyTimeCount, type ReviewCount } from './queries'
import type { ReviewFigures, ReviewStatistics, ReviewStatisticsQuery } from './schema'

/** Averages, distribution, months and reply times, by source and location. */
export async function getReviewStatistics(
  organizationId: string,
  { months }: ReviewStatisticsQuery,
): Promise<ReviewStatistics> {
  const from = months === undefined ? null : firstOfMonths(months)
  const [counts, replyTimes, locations] = await Promise.all([
    countReviewsByGroup(organizationId, from),
    countReplyTimes(organizationId, from),
    listRecordNames('location', organizationId),
  ])
  const medians = readMedians(replyTimes)
  const names = new Map(locations.map((location) => [location.id, location]))
  const of = (by: ReviewCount['by']) => counts.filter((row) => row.by === by)
  const figures = (row: ReviewCount): ReviewFigures => ({
    reviews: row.reviews,
    ...averageOf(row),
    replies: row.replies,
    medianReplySeconds: medians.get(groupOf(row)) ?? null,
  })
  const [overall] = of('overall').map(figures)
  const byRating = new Map(of('rating').map(({ key, reviews }) => [Number(key), reviews]))
  return {
    overall: overall ?? { reviews: 0, ...averageOf(undefined), replies: 0, medianReplySeconds: null },
    stars: [1, 2, 3, 4, 5].map((rating) => byRating.get(rating) ?? 0),
    months: everyMonth(of('month'), months),
    sources: mostFirst(of('source').map((row) => ({ source: row.key ?? '', ...figures(row) }))),
    locations: mostFirst(
      of('location').map((row) => ({ location: names.get(row.key ?? '') ?? null, ...figures(row) })),
    ),
  }
}

function averageOf(row: ReviewCount | undefined): Pick<ReviewFigures, 'average' | 'interval'> {
  if (row === undefined || row.reviews === 0) return { average: null, interval: null }
  const { reviews: n, stars: sum, squares: sumOfSquares } = row
  return { average: sum / n, interval: meanInterval({ n, sum, sumOfSquares }, 1, 5) }
}

/** Median reply time of each group: the middle of the bucket that contains it. */
function readMedians(rows: readonly ReplyTimeCount[]): ReadonlyMap<string, number> {
  const groups = new Map<string, ReplyTimeCount[]>()
  for (const row of rows) {
    const group = groups.get(groupOf(row)) ?? []
    groups.set(groupOf(row), group)
    group.push(row)
  }
  return new Map([...groups].map(([group, buckets]) => [group, median(buckets)]))
}

function groupOf({ by, key }: ReviewCount | ReplyTimeCount): string {
  return `${by} ${key}`
}

/** @param buckets in ascending order. */
function median(buckets: readonly ReplyTimeCount[]): number {
  const half = buckets.reduce((sum, { n }) => sum + n, 0) / 2
  let before = 0
  for (const { bucket, n } of buckets) {
    before += n
    if (before >= half) return middleOfBucket(bucket)
  }
  return 0
}

/** From the start of the period, or the first month with a review, to the current month. */
function everyMonth(rows: readonly ReviewCount[], months: number | undefined): ReviewStatistics['months'] {
  const byMonth = new Map(rows.map((row) => [row.key ?? '', row]))
  const [first] = [...byMonth.keys()].sort()
  if (months === undefined && first === undefined) return []
  const all: ReviewStatistics['months'] = []
  const last = toMonth(now())
  for (
    let at = months === undefined ? new Date(`${first}-01T00:00:00Z`) : firstOfMonths(months);
    toMonth(at) <= last;
    at = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))
  ) {
    const month = toMonth(at)
    const row = byMonth.get(month)
    all.push({ month, reviews: row?.reviews ?? 0, ...averageOf(row) })
  }
  return all
}

function toMonth(at: Date): string {
  return at.toISOString().slice(0, 7)
}

function firstOfMonths(months: number): Date {
  const today = now()
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1, 1))
}

function mostFirst<Row extends ReviewFigures>(rows: Row[]): Row[] {
  return rows.toSorted((one, other) => other.reviews - one.reviews)
}
