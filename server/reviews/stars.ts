import { queryRows } from '../db'
import { meanInterval } from '../responses/scores'

/** @property average 1 to 5 stars; null without reviews, never 0. @property interval 95 % confidence; null for fewer than two reviews. */
export type Stars = { n: number; average: number | null; interval: { low: number; high: number } | null }

/**
 * Statistics of reviews published in [from, to). Uses the monthly UTC counters (review_tally) for whole months, and an index scan for the
 * days around them.
 */
export async function readStars(organizationId: string, from: Date, to: Date): Promise<Stars> {
  const firstMonth = from.getTime() === monthOf(from).getTime() ? from : monthOf(from, 1)
  const lastMonth = monthOf(to)
  const hasMonths = firstMonth < lastMonth
  const [row] = await queryRows<{ n: number; stars: number; squares: number }>({
    name: 'review-stars',
    text: `
      SELECT coalesce(sum(n), 0)::int AS n, coalesce(sum(n * rating), 0)::int AS stars,
        coalesce(sum(n * rating * rating), 0)::int AS squares FROM (
        SELECT n, rating FROM review_tally WHERE organization_id = $1::uuid AND month >= $4::date AND month < $5::date
        UNION ALL
        SELECT 1, rating FROM review WHERE organization_id = $1::uuid AND published_at >= $2::timestamptz AND published_at < $6::timestamptz
        UNION ALL
        SELECT 1, rating FROM review WHERE organization_id = $1::uuid AND published_at >= $7::timestamptz AND published_at < $3::timestamptz
      ) r`,
    values: hasMonths
      ? [organizationId, from, to, isoDay(firstMonth), isoDay(lastMonth), firstMonth, lastMonth]
      : [organizationId, from, to, isoDay(from), isoDay(from), to, to],
  })
  const { n = 0, stars: sum = 0, squares: sumOfSquares = 0 } = row ?? {}
  return { n, average: n === 0 ? null : sum / n, interval: meanInterval({ n, sum, sumOfSquares }, 1, 5) }
}

function monthOf(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
