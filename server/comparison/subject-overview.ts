import { db } from '../db'
import { NotFound } from '../errors'
import { getPrismaModel, PRISMA_MODEL_NAMES } from '../master-data/queries'
import { listEquivalentIds } from '../master-data/resolve-merged-ids'
import { loadLatestResponses, loadUnresolvedCases } from '../overview/latest-responses'
import { loadPeriodScores } from '../overview/load-period-scores'
import { MASTER_DATA_KIND_BY_SUBJECT } from '../overview/load-score-breakdown'
import { type Period, resolvePeriod } from '../overview/period'
import { SUBJECT_FILTER_BY_KIND } from '../responses/response-filter'
import { loadRatingSummary } from '../reviews/review-statistics'
import { browseReviews } from '../reviews/reviews'
import type { SubjectOverview, SubjectOverviewQuery } from './schema'

const LATEST_REVIEWS_MAX = 5

/** A location, an employee or a company in numbers. @throws {NotFound} */
export async function getSubjectOverview(
  organizationId: string,
  { kind: subjectKind, id, surveyId, ...query }: SubjectOverviewQuery,
): Promise<SubjectOverview> {
  const kind = MASTER_DATA_KIND_BY_SUBJECT[subjectKind]
  const [record, ids, period] = await Promise.all([
    getPrismaModel(db, kind).findFirst({ where: { organizationId, id, removedAt: null }, select: { id: true } }),
    listEquivalentIds(kind, organizationId, id),
    resolvePeriod(organizationId, query),
  ])
  if (!record) throw new NotFound(PRISMA_MODEL_NAMES[kind])
  const filter = { surveyId, subject: { [SUBJECT_FILTER_BY_KIND[kind]]: ids } }
  const [scores, latest, attention, reviews] = await Promise.all([
    loadPeriodScores(organizationId, period, { ...query, ...(surveyId && { surveyId }), subject: { by: kind, ids } }),
    loadLatestResponses(organizationId, period, filter),
    loadUnresolvedCases(organizationId, filter),
    kind === 'location' ? loadReviews(organizationId, period, id, ids) : null,
  ])
  return { ...scores, latest, attention, reviews }
}

async function loadReviews(
  organizationId: string,
  { previousFrom, from, to }: Period,
  id: string,
  ids: readonly string[],
): Promise<SubjectOverview['reviews']> {
  const [current, previous, { data, meta }] = await Promise.all([
    loadRatingSummary(organizationId, from, to, ids),
    loadRatingSummary(organizationId, previousFrom, from, ids),
    browseReviews(organizationId, { page: 1, limit: LATEST_REVIEWS_MAX, location_id: id }),
  ])
  return { stars: { current, previous }, count: meta.total, latest: data }
}
