import { queryRows } from '../db'

/** How many reviews, and their average on 1 to 5 stars; null without any, never 0. */
export type Stars = { n: number; average: number | null }

/**
 * Of reviews that were published from one moment until before another. Whole months of UTC, by which reviews are counted, are read off
 * that (review_tally); the days around them off an index.
 */
export async function readStars(organizationId: string, from: Date, to: Date): Promise<Stars> {
  const firstMonth = from.getTime() === monthOf(from).getTime() ? from : monthOf(from, 1)
  const lastMonth = monthOf(to)
  const hasMonths = firstMonth < lastMonth
  const [row] = await queryRows<{ n: number; stars: number }>({
    name: 'review-stars',
    text: `
      SELECT coalesce(sum(n), 0)::int AS n, coalesce(sum(n * rating), 0)::int AS stars FROM (
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
  const { n = 0, stars = 0 } = row ?? {}
  return { n, average: n === 0 ? null : stars / n }
}

/** The first moment of a month of UTC, so many months later. */
function monthOf(at: Date, later = 0): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1))
}

function isoDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
