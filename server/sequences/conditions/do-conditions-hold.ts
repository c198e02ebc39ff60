import { type CompletedResponse, isConditionMet, type StepProgress } from '../sending/find-next-step'
import { type MatchingContacts, matchesFilter, toContactFilter } from './matching-contacts'
import type { StepConditions, StepCriterion } from './schema'

/** What is known of a person when a step is due. */
export type ConditionFacts = {
  contactId: string
  matchingContacts: MatchingContacts
  done: readonly StepProgress[]
  answers: readonly CompletedResponse[]
}

export function doConditionsHold({ match, items }: StepConditions, facts: ConditionFacts): boolean {
  const holds = (criterion: StepCriterion) => doesCriterionHold(criterion, facts)
  return match === 'all' ? items.every(holds) : items.some(holds)
}

function doesCriterionHold(criterion: StepCriterion, facts: ConditionFacts): boolean {
  if (criterion.type === 'survey') return isConditionMet(criterion.outcome, facts.done, facts.answers)
  if (criterion.type === 'answer') return doesAnswerMatch(criterion, facts.answers)
  const filter = toContactFilter(criterion)
  const matches = filter !== null && matchesFilter(facts.matchingContacts, filter, facts.contactId)
  return 'is' in criterion ? matches === criterion.is : matches
}

type AnswerCriterion = Extract<StepCriterion, { type: 'answer' }>

/** Of the latest response to the survey. Without an answer nothing holds, `is_not` neither. */
function doesAnswerMatch(
  { surveyId, questionId, operator, value }: AnswerCriterion,
  answers: readonly CompletedResponse[],
): boolean {
  const response = answers.findLast((one) => one.surveyId === surveyId)
  const answer = response?.answers?.find((one) => one.questionId === questionId)?.value
  if (answer === undefined) return false
  const values = Array.isArray(answer) ? answer : [answer]
  const isEqual = values.some((one) => String(one) === String(value))
  switch (operator) {
    case 'is':
      return isEqual
    case 'is_not':
      return !isEqual
    case 'at_least':
      return compareAnswers(answer, value) >= 0
    case 'at_most':
      return compareAnswers(answer, value) <= 0
    case 'contains':
      return values.some((one) => String(one).toLowerCase().includes(String(value).toLowerCase()))
  }
}

/** As numbers, or as dates (YYYY-MM-DD). NaN if they are neither. */
function compareAnswers(answer: unknown, value: unknown): number {
  const toComparable = (one: unknown) =>
    /^\d{4}-\d{2}-\d{2}$/.test(String(one)) ? Date.parse(String(one)) : Number(one)
  return toComparable(answer) - toComparable(value)
}
