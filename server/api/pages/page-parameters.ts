import { keepAllowedValues } from '../../responses/keep-allowed-values'
import type { FormAnswers } from '../../responses/validate-answers'
import { findScale } from '../../surveys/constants'
import { FIELD_PARAMETER_PREFIX, type FieldValues } from '../../surveys/fields/constants'
import { readFieldValues } from '../../surveys/fields/fields'
import type { SurveyField } from '../../surveys/fields/schema'
import type { Question } from '../../surveys/schema'

/*
 * Answers and hidden fields, as survey pages get them: from a form, and from the address of the page, whose answers are preselected and not
 * recorded until the person sends them.
 */

type Survey = { questions: readonly Question[]; fields: readonly SurveyField[] }

/** Bounds the work for one request; a survey has no more controls that are worth preselecting. */
const MAX_ADDRESS_PARAMETERS = 200

/** @returns `addressParameters`: what the address of the same page in another language is to have */
export function readAddress(
  survey: Survey,
  params: URLSearchParams,
): { fields: FieldValues; prefill: FormAnswers; addressParameters: [string, string][] } {
  const bounded = new URLSearchParams([...params].slice(0, MAX_ADDRESS_PARAMETERS))
  const fields = readFieldValues(survey.fields, bounded)
  const prefill = keepAllowedValues(survey.questions, readAnswers(bounded))
  const answers = [...prefill].flatMap(([id, values]) => values.map((value): [string, string] => [`q.${id}`, value]))
  return { fields, prefill, addressParameters: [...Object.entries(fields), ...answers] }
}

/** Fields that the form carries from step to step. Their limits hold again, because anything can be sent. */
export function readCarriedFields({ fields }: Pick<Survey, 'fields'>, form: URLSearchParams): FieldValues {
  return readFieldValues(fields, form, FIELD_PARAMETER_PREFIX)
}

export function readAnswers(form: URLSearchParams): FormAnswers {
  const answers = new Map<string, string[]>()
  for (const [name, value] of form) {
    // Fields of a matrix and a ranking have the name of the row or option too.
    const [id = '', part] = name.startsWith('q.') ? name.slice(2).split(':') : []
    if (id === '' || (part !== undefined && value === '')) continue
    answers.set(id, [...(answers.get(id) ?? []), part === undefined ? value : `${part}:${value}`])
  }
  return answers
}

export function withPreselectedScore(
  questions: readonly Question[],
  answers: FormAnswers,
  score: string | null,
): FormAnswers {
  const [first] = questions
  const scale = first && findScale(first)
  if (!scale || score === null || !/^\d{1,2}$/.test(score)) return answers
  const { min, max } = scale
  const value = Number(score)
  return value >= min && value <= max ? new Map([...answers, [first.id, [String(value)]]]) : answers
}
