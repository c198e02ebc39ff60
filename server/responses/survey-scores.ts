import type { Page } from '../paging'
import type { BrowseSurveys } from '../surveys/schema'
import { listSurveys } from '../surveys/surveys'
import { isMetric } from '../surveys/vocabulary'
import type { SurveyRow } from './schema'
import { summarizeScores } from './scores'
import { readTallies } from './tally-queries'

export async function browseSurveys(organizationId: string, input: BrowseSurveys): Promise<Page<SurveyRow>> {
  const { data, meta } = await listSurveys(organizationId, input)
  const ids = data.map(({ id }) => id)
  const tallies = new Map(
    (await readTallies(organizationId, { days: null, by: 'survey', ids })).map((tally) => [tally.key, tally]),
  )
  return {
    data: data.map(({ questions, ...survey }) => {
      const { type } = survey
      const tally = tallies.get(survey.id)
      return {
        ...survey,
        questionCount: questions.length + (isMetric(type) && !questions.some((one) => one.type === type) ? 1 : 0),
        responses: tally?.responses ?? 0,
        score: isMetric(type) ? summarizeScores(type, tally?.scores[type] ?? new Map()) : null,
      }
    }),
    meta,
  }
}
