import { parseAnswerKey } from '../responses/constants'
import { getSurvey } from '../surveys/surveys'
import { loadAnswerCounts } from './answer-count-queries'
import type { QuestionAnswerCounts } from './schema'

/** @throws {NotFound} if the survey is unknown, deleted, or in another organization */
export async function countAnswersByQuestion(organizationId: string, surveyId: string): Promise<QuestionAnswerCounts> {
  await getSurvey(organizationId, surveyId)
  const counts = await loadAnswerCounts(organizationId, { surveyId, days: null })
  const totals = new Map<string, number>()
  for (const { key, n } of counts) {
    const answer = parseAnswerKey(key)
    if (answer?.value === null) totals.set(answer.questionId, (totals.get(answer.questionId) ?? 0) + n)
  }
  return Object.fromEntries(totals)
}
