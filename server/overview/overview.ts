import { db } from '../db'
import { readListTotals } from '../list-totals'
import { loadRatingSummary } from '../reviews/review-statistics'
import { browseReviews } from '../reviews/reviews'
import { loadLatestResponses, loadUnresolvedCases } from './latest-responses'
import { loadPeriodScores } from './load-period-scores'
import { loadScoreBreakdown } from './load-score-breakdown'
import { resolvePeriod } from './period'
import type { Overview, OverviewQuery } from './schema'

const UNREPLIED_REVIEWS_MAX = 5

export async function getOverview(organizationId: string, query: OverviewQuery): Promise<Overview> {
  const { surveyId, by = 'survey', property } = query
  const period = await resolvePeriod(organizationId, query)
  const [scores, stars, previousStars, breakdown, latest, attention, totals, reviews, sent] = await Promise.all([
    loadPeriodScores(organizationId, period, query),
    loadRatingSummary(organizationId, period.from, period.to),
    loadRatingSummary(organizationId, period.previousFrom, period.from),
    loadScoreBreakdown(organizationId, by, {
      surveyId,
      property,
      days: period.current,
      from: period.from,
      to: period.to,
    }),
    loadLatestResponses(organizationId, period, { surveyId }),
    loadUnresolvedCases(organizationId, { surveyId }),
    readListTotals(organizationId, ['contact', 'survey', 'sequence', 'response']),
    browseReviews(organizationId, { page: 1, limit: UNREPLIED_REVIEWS_MAX, reply: 'none' }),
    db.sending.findFirst({ where: { organizationId }, select: { id: true } }),
  ])
  const [contact = 0, survey = 0, sequence = 0, response = 0] = totals
  return {
    ...scores,
    stars: { current: stars, previous: previousStars },
    breakdown,
    latest,
    attention,
    totals: { contact, survey, sequence, response },
    reviews: { unreplied: reviews.meta.total, latest: reviews.data },
    hasSent: sent !== null,
  }
}
