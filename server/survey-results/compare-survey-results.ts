import { formatAnswerKey } from '../responses/constants'
import { compareScoreSummaries } from '../responses/scores'
import { loadSurveyResults } from './load-survey-results'
import { precedingDays } from './preceding-days'
import type { CompareSurveyResults, QuestionResults, SurveyResults, SurveyResultsComparison } from './schema'

/**
 * Results of two selections of responses, and which shares differ.
 * @throws {NotFound} as loadSurveyResults
 */
export async function compareSurveyResults(
  organizationId: string,
  { query, other }: CompareSurveyResults,
): Promise<SurveyResultsComparison> {
  const results = await loadSurveyResults(organizationId, query)
  if (other !== 'previous') {
    const compared = await loadSurveyResults(organizationId, { ...other, id: query.id })
    return { results, other: compared, changes: listChanges(results, compared) }
  }
  const isAllTime = query.days === undefined && query.from === undefined
  if (results.period === null || isAllTime) return { results, other: null, changes: {} }
  const { days: _days, ...filters } = query
  const compared = await loadSurveyResults(organizationId, { ...filters, ...precedingDays(results.period) })
  return { results, other: compared, changes: listChanges(results, compared) }
}

function listChanges(results: SurveyResults, other: SurveyResults): SurveyResultsComparison['changes'] {
  return Object.fromEntries(
    results.questions.flatMap((question) => {
      const same = other.questions.find(({ id, type }) => id === question.id && type === question.type)
      return same ? listQuestionChanges(question, same) : []
    }),
  )
}

function listQuestionChanges({ id, type, values }: QuestionResults, other: QuestionResults) {
  return values.flatMap(({ value, share }) => {
    const otherShare = other.values.find((one) => one.value === value)?.share
    const change = otherShare && compareScoreSummaries(share, otherShare)
    return change ? [[formatAnswerKey({ questionId: id, type, value }), change] as const] : []
  })
}
