import { hasOptions, isBoolean, NPS_CATEGORY_BY_SCORE_BAND, SURVEY_END, toCell } from '@/server/surveys/constants'
import type { Condition, Jump, ShowIf } from '@/server/surveys/logic/schema'
import type { ConditionDraft, JumpDraft, QuestionDraft, RuleDraft } from './draft-types'

export type IdentifiedQuestion = {
  question: QuestionDraft
  id: string
  optionIds: Map<string, string>
  rowIds: Map<string, string>
}

export function toRuleInput({ match, conditions }: RuleDraft, all: readonly IdentifiedQuestion[]): ShowIf | undefined {
  if (match === 'always') return undefined
  const inputs = conditions.map((condition) => toConditionInput(condition, all))
  const [first] = inputs
  if (first && inputs.length === 1) return first
  return match === 'all' ? { all: inputs } : { any: inputs }
}

function toConditionInput(
  { source, operator, bands, answers, min, max }: ConditionDraft,
  all: readonly IdentifiedQuestion[],
): Condition {
  if (operator === 'band') return { band: bands.map((band) => NPS_CATEGORY_BY_SCORE_BAND[band]) }
  const found = all.find((one) => one.question.ref === source)
  const question = found?.id ?? '-'
  if (operator === 'answered' || operator === 'unanswered') return { question, answered: operator === 'answered' }
  if (operator === 'in') return { question, in: found ? answers.map((answer) => toAnswerValue(answer, found)) : [] }
  return {
    question,
    ...(min === '' ? {} : { min: toBound(min, found) }),
    ...(max === '' ? {} : { max: toBound(max, found) }),
  }
}

function toBound(text: string, source: IdentifiedQuestion | undefined): number | string {
  return source?.question.type === 'date' ? text : Number(text)
}

function toAnswerValue(answer: string, { question, optionIds, rowIds }: IdentifiedQuestion): string | number | boolean {
  if (question.type === 'matrix') {
    const [row = '', column = ''] = answer.split(':')
    return toCell(rowIds.get(row) ?? row, optionIds.get(column) ?? column)
  }
  if (isBoolean(question.type) || question.type === 'consent') return answer === 'yes'
  return hasOptions(question.type) ? (optionIds.get(answer) ?? answer) : Number(answer)
}

export function toJumpInput(
  { rule, to, ending }: JumpDraft,
  all: readonly IdentifiedQuestion[],
  endingIds: ReadonlyMap<string, string>,
): Jump {
  const condition = toRuleInput(rule, all)
  const endingId = to === SURVEY_END ? endingIds.get(ending) : undefined
  return {
    ...(condition ? { if: condition } : {}),
    to: to === SURVEY_END ? to : (all.find(({ question }) => question.ref === to)?.id ?? ''),
    ...(endingId === undefined ? {} : { ending: endingId }),
  }
}
