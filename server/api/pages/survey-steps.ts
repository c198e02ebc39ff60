import { walkQuestions } from '@/public/survey-logic.js'
import { type AnswerErrorCode, type FormAnswers, validateAnswers } from '../../responses/validate-answers'
import type { SurveyLayout } from '../../surveys/logic/schema'
import { toLogicQuestions } from '../../surveys/logic/survey-logic'
import type { Question } from '../../surveys/schema'

/* A survey with one question on a page, without JavaScript: the form sends all answers so far, and gets back the next question. */

/** @property mayRedirect sending the form may lead to another site */
export type FormSurvey = { questions: Question[]; layout: SurveyLayout; mayRedirect: boolean }
export type FormStep = FormSurvey & { current?: string | undefined }

/** The question to begin with: the first error, or the one after the last answer. */
export function toFormStep(
  { questions, layout, mayRedirect }: FormSurvey,
  answers: FormAnswers,
  errors: ReadonlyMap<string, AnswerErrorCode> = new Map(),
): FormStep {
  const survey = { questions, layout, mayRedirect }
  if (layout === 'all') return survey
  const [firstError] = errors.keys()
  const path = listAskedIds(questions, answers)
  const lastAnswered = path.findLastIndex((id) => answers.has(id))
  return { ...survey, current: firstError ?? path[lastAnswered + 1] ?? path.at(-1) }
}

/** @returns null if the form is to be submitted: it asks for no step, or there is no next question */
export function takeStep(
  { questions, layout, mayRedirect }: FormSurvey,
  form: URLSearchParams,
  answers: FormAnswers,
): (FormStep & { faults: ReadonlyMap<string, AnswerErrorCode> }) | null {
  const step = form.get('_step')
  if (layout !== 'one' || (step !== 'next' && step !== 'back')) return null
  const survey = { questions, layout, mayRedirect }
  const path = listAskedIds(questions, answers)
  const position = Math.max(0, path.indexOf(form.get('_at') ?? ''))
  const current = path[position]
  if (step === 'back') return { ...survey, current: path[Math.max(0, position - 1)], faults: new Map() }
  const error = current === undefined ? undefined : validateAnswers(questions, answers, 'en').errors.get(current)
  if (error && current !== undefined) return { ...survey, current, faults: new Map([[current, error]]) }
  const next = path[position + 1]
  return next === undefined ? null : { ...survey, current: next, faults: new Map() }
}

function listAskedIds(questions: readonly Question[], form: FormAnswers): string[] {
  const { answers } = validateAnswers(questions, form, 'en')
  const values = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  return walkQuestions(toLogicQuestions(questions), ({ id }) => values.get(id)).questions.map(({ id }) => id)
}
