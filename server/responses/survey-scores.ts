import { db } from '../db'
import type { Page } from '../paging'
import type { BrowseSurveys } from '../surveys/schema'
import { listSurveys } from '../surveys/surveys'
import { isMetric } from '../surveys/vocabulary'
import type { SurveyRow } from './schema'
import { SCORED, sumCounts } from './score-counts'
import { summarizeScores } from './scores'

/** Surveys with how often each was answered and its own score, over all time. */
export async function browseSurveys(organizationId: string, input: BrowseSurveys): Promise<Page<SurveyRow>> {
  const { data, meta } = await listSurveys(organizationId, input)
  const ids = data.map(({ id }) => id)
  const [scores, responses] = await Promise.all([
    db.$queryRaw<{ survey_id: string; metric: string; score: number; n: number }[]>`
      SELECT survey_id, metric, score::int, count(*)::int AS n FROM ${SCORED}
      WHERE organization_id = ${organizationId}::uuid AND status = 'completed' AND survey_id = ANY(${ids}::uuid[])
      GROUP BY survey_id, metric, score`,
    db.response.groupBy({
      by: ['surveyId'],
      where: { organizationId, status: 'completed', surveyId: { in: ids } },
      _count: true,
    }),
  ])
  return {
    data: data.map(({ questions, ...survey }) => {
      const { type } = survey
      const own = scores.filter((row) => row.survey_id === survey.id && row.metric === type)
      return {
        ...survey,
        questionCount: questions.length + (isMetric(type) && !questions.some((one) => one.type === type) ? 1 : 0),
        responses: responses.find(({ surveyId }) => surveyId === survey.id)?._count ?? 0,
        score: isMetric(type) ? summarizeScores(type, sumCounts(own)) : null,
      }
    }),
    meta,
  }
}
