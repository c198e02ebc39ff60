import { db } from '../db'
import { meanConfidenceInterval } from '../responses/scores'

/** @property average 1 to 5 stars; null without reviews, never 0. @property interval 95 % confidence; null for fewer than two reviews. */
type RatingSummary = { n: number; average: number | null; interval: { low: number; high: number } | null }

export async function readAverageRating(organizationId: string, from: Date, to: Date): Promise<RatingSummary> {
  const counts = await db.review.groupBy({
    by: ['rating'],
    where: { organizationId, publishedAt: { gte: from, lt: to } },
    _count: true,
  })
  const total = (value: (rating: number) => number) =>
    counts.reduce((sum, { rating, _count }) => sum + _count * value(rating), 0)
  const [n, sum, sumOfSquares] = [total(() => 1), total((rating) => rating), total((rating) => rating ** 2)]
  return { n, average: n === 0 ? null : sum / n, interval: meanConfidenceInterval({ n, sum, sumOfSquares }, 1, 5) }
}
