import {
  type LogicCondition,
  type LogicJump,
  type LogicQuestion,
  type LogicRule,
  walkQuestions,
} from '@/public/survey-logic.js'
import {
  classifyScore,
  findScale,
  isBoolean,
  isMetric,
  listAnswerValues,
  NPS_CATEGORY_BY_SCORE_BAND,
} from '../constants'
import type { Question } from '../schema'
import type { Condition, Ending, ShowIf } from './schema'

/*
 * The rules of a survey in the form that public/survey-logic.js evaluates: a band is a list of scores of the first question with a score,
 * and a single condition a list of one.
 */

export function toLogicQuestions(questions: readonly Question[]): LogicQuestion[] {
  const metric = questions.find(({ type }) => isMetric(type))
  return questions.map(({ showIf, next, ...question }) => ({
    id: question.id,
    ...toValueKind(question),
    ...(showIf ? { showIf: toRule(showIf, metric) } : {}),
    ...(next ? { next: next.map((jump) => toJump(jump, metric)) } : {}),
  }))
}

function toValueKind(question: Question): Pick<LogicQuestion, 'kind' | 'min' | 'max'> {
  const { type, min, max } = question
  const scale = findScale(question)
  if (scale) return { kind: 'number', ...scale }
  if (type === 'number')
    return { kind: 'number', ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  if (isBoolean(type) || type === 'consent') return { kind: 'boolean' }
  const isList = type === 'multiple_choice' || type === 'matrix' || type === 'ranking'
  return { kind: isList ? 'list' : 'text' }
}

function toJump({ if: rule, to, ending }: NonNullable<Question['next']>[number], metric?: Question): LogicJump {
  return { ...(rule ? { rule: toRule(rule, metric) } : {}), to, ...(ending ? { ending } : {}) }
}

function toRule(rule: ShowIf, metric: Question | undefined): LogicRule {
  const every = !('any' in rule)
  return { every, conditions: listConditions(rule).map((condition) => toCondition(condition, metric)) }
}

export function listConditions(rule: ShowIf): readonly Condition[] {
  if ('all' in rule) return rule.all
  return 'any' in rule ? rule.any : [rule]
}

function toCondition(condition: Condition, metric: Question | undefined): LogicCondition {
  if (!('band' in condition)) return condition
  const { band } = condition
  if (!metric || !isMetric(metric.type)) return { question: '', in: [] }
  const { id, type } = metric
  const isInBand = (score: number) => band.includes(NPS_CATEGORY_BY_SCORE_BAND[classifyScore(type, score)])
  return { question: id, in: listAnswerValues(metric).filter((score) => isInBand(Number(score))) }
}

export type StoredAnswer = { questionId: string; value: string | number | boolean | string[] }

/** @returns null for the usual thanks */
export function findEnding(
  { questions, endings }: { questions: readonly Question[]; endings: readonly Ending[] },
  answers: readonly StoredAnswer[],
): Ending | null {
  const values = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const { ending } = walkQuestions(toLogicQuestions(questions), ({ id }) => values.get(id))
  return endings.find(({ id }) => id === ending) ?? null
}
