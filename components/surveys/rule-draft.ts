import { findScale, NPS_CATEGORY_BY_SCORE_BAND, SCORE_BANDS, SURVEY_END, toCell } from '@/server/surveys/constants'
import type { Condition, Jump, ShowIf } from '@/server/surveys/logic/schema'
import type { ConditionDraft, ConditionOperator, EndingDraft, JumpDraft, QuestionDraft, RuleDraft } from './draft-types'

/* Conditions and jumps of the form model. They refer to questions, answers and endings by `ref`. */

export const RULE_MATCHES = ['always', 'all', 'any'] as const

/** The source of a condition about the score's band. No ref has a colon. */
export const SCORE_SOURCE = ':score'

export const ALWAYS: RuleDraft = { match: 'always', conditions: [] }

export function createConditionDraft(source = '', operator: ConditionOperator = 'in'): ConditionDraft {
  return { source, operator, bands: [], answers: [], min: '', max: '' }
}

/** The operators that make sense for a source, the first one by default. */
export function listConditionOperators(source: string, question: QuestionDraft | undefined): ConditionOperator[] {
  if (source === SCORE_SOURCE) return ['band']
  if (question && findScale({ type: question.type })) return ['in', 'range', 'answered', 'unanswered']
  if (question?.type === 'number' || question?.type === 'date') return ['range', 'answered', 'unanswered']
  if (question?.type === 'text' || question?.type === 'ranking') return ['answered', 'unanswered']
  return ['in', 'answered', 'unanswered']
}

export function toRuleDraft(rule: ShowIf | null | undefined, drafts: readonly QuestionDraft[]): RuleDraft {
  if (!rule) return ALWAYS
  const match = 'any' in rule ? 'any' : 'all'
  const conditions = 'all' in rule ? rule.all : 'any' in rule ? rule.any : [rule]
  return { match, conditions: conditions.map((condition) => toConditionDraft(condition, drafts)) }
}

function toConditionDraft(condition: Condition, drafts: readonly QuestionDraft[]): ConditionDraft {
  if ('band' in condition) {
    const bands = condition.band.flatMap((name) =>
      SCORE_BANDS.filter((band) => NPS_CATEGORY_BY_SCORE_BAND[band] === name),
    )
    return { ...createConditionDraft(SCORE_SOURCE, 'band'), bands }
  }
  const source = drafts.find(({ id }) => id === condition.question)
  const draft = createConditionDraft(source?.ref)
  if ('answered' in condition) return { ...draft, operator: condition.answered ? 'answered' : 'unanswered' }
  if ('in' in condition) return { ...draft, answers: condition.in.map((value) => toAnswerText(value, source)) }
  const { min, max } = condition
  return { ...draft, operator: 'range', min: min === undefined ? '' : `${min}`, max: max === undefined ? '' : `${max}` }
}

function toAnswerText(value: string | number | boolean, source: QuestionDraft | undefined): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const findRef = (list: 'options' | 'rows', id: unknown) =>
    source?.[list].find((item) => item.id === id)?.ref ?? String(id)
  const [row, column] = String(value).split(':')
  return source?.type === 'matrix'
    ? toCell(findRef('rows', row), findRef('options', column))
    : findRef('options', value)
}

export function toJumpDraft(
  { if: rule, to, ending }: Jump,
  drafts: readonly QuestionDraft[],
  endings: readonly EndingDraft[],
): JumpDraft {
  return {
    rule: toRuleDraft(rule, drafts),
    to: to === SURVEY_END ? to : (drafts.find(({ id }) => id === to)?.ref ?? ''),
    ending: endings.find(({ id }) => id === ending)?.ref ?? '',
  }
}

/** The other questions with a condition or jump about it. */
export function listDependents(ref: string, questions: readonly QuestionDraft[]): QuestionDraft[] {
  const isAbout = ({ match, conditions }: RuleDraft) =>
    match !== 'always' && conditions.some(({ source }) => source === ref)
  return questions.filter(
    (question) =>
      question.ref !== ref &&
      (isAbout(question.showIf) || question.jumps.some(({ to, rule }) => to === ref || isAbout(rule))),
  )
}

/** Without the conditions and jumps about a question that is removed. */
export function dropReferences(question: QuestionDraft, ref: string): QuestionDraft {
  const jumps = question.jumps.filter(({ to }) => to !== ref)
  return {
    ...question,
    showIf: dropConditions(question.showIf, ref),
    jumps: jumps.flatMap((jump) => {
      const rule = dropConditions(jump.rule, ref)
      // A jump that lost its only condition would always be taken.
      return rule.match === 'always' && jump.rule.match !== 'always' ? [] : [{ ...jump, rule }]
    }),
  }
}

function dropConditions(rule: RuleDraft, ref: string): RuleDraft {
  const conditions = rule.conditions.filter(({ source }) => source !== ref)
  return conditions.length === 0 ? ALWAYS : { ...rule, conditions }
}
