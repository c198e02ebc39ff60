import { type AnswerChangeResult, changeResponse } from '../../responses/change-response'
import { type AnswerErrorCode, type FormAnswers, validateAnswers } from '../../responses/validate-answers'
import type { Language } from '../../validation/schema'
import { type FormStep, type FormSurvey, takeStep, toFormStep } from './survey-steps'

/* The form in which people change what they submitted. It sends back in `_change` when the answers were given that it began with. */

/** @returns null if the form submits answers for the first time */
export function readBasedOn(form: URLSearchParams): number | null {
  const value = form.get('_change') ?? ''
  return /^\d{1,15}$/.test(value) ? Number(value) : null
}

type Source = Parameters<typeof changeResponse>[0] & { survey: FormSurvey }

type ChangeRequest = {
  responseId: string
  basedOn: number
  form: URLSearchParams
  answers: FormAnswers
  language: Language
}

type FormAgain = { state: 'form'; step: FormStep; faults: ReadonlyMap<string, AnswerErrorCode> }

/** Stores nothing until the answers are complete: `form` is the next question, or the same form with its errors. */
export async function takeAnswerChange(
  source: Source,
  { responseId, basedOn, form, answers: submitted, language }: ChangeRequest,
): Promise<{ state: AnswerChangeResult } | FormAgain> {
  const next = takeStep(source.survey, form, submitted)
  if (next) {
    const { faults, ...step } = next
    return { state: 'form', step, faults }
  }
  const { answers, errors } = validateAnswers(source.survey.questions, submitted, language)
  if (errors.size > 0) return { state: 'form', step: toFormStep(source.survey, submitted, errors), faults: errors }
  return { state: await changeResponse(source, { responseId, basedOn, answers, language }) }
}
