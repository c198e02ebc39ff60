import type { Page } from '../paging'
import { isMetric } from '../surveys/constants'
import type { BrowseSurveys } from '../surveys/schema'
import { listSurveys } from '../surveys/surveys'
import { loadResponseStats } from './response-stats-queries'
import type { SurveyWithStats } from './schema'
import { summarizeScores } from './scores'

export async function listSurveysWithStats(
  organizationId: string,
  input: BrowseSurveys,
): Promise<Page<SurveyWithStats>> {
  const { data, meta } = await listSurveys(organizationId, input)
  const ids = data.map(({ id }) => id)
  const statsById = new Map(
    (await loadResponseStats(organizationId, { days: null, by: 'survey', ids })).map((stats) => [stats.key, stats]),
  )
  return {
    data: data.map(({ questions, ...survey }) => {
      const { type } = survey
      const stats = statsById.get(survey.id)
      return {
        ...survey,
        questionCount:
          questions.length + (isMetric(type) && !questions.some((question) => question.type === type) ? 1 : 0),
        responses: stats?.responses ?? 0,
        score: isMetric(type) ? summarizeScores(type, stats?.scores[type] ?? new Map()) : null,
      }
    }),
    meta,
  }
}
