import type { Branch } from '@/server/sequences/conditions/constants'
import type { StepConditions } from '@/server/sequences/conditions/schema'
import type { SequenceDetail, SequenceStep, StepCondition, StepType } from '@/server/sequences/schema'
import type { CreateSurvey } from '@/server/surveys/schema'
import { otherLanguage } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'

export type DelayUnit = 'seconds' | 'minutes' | 'hours' | 'days'
export type StepDelay = { amount: string; unit: DelayUnit }

export type StepValues = {
  stepId: string
  type: StepType
  delay: StepDelay
  surveyId: string
  subject: Wordings
  body: Wordings
  /** Language of the text if there is only one. */
  language: Language
  bilingual: boolean
  webhookUrl: string
  condition: StepCondition
  conditions: StepConditions | null
  branch: Branch | null
}

export type Wordings = Record<Language, string>

/** The id of a survey that is created along with the sequence. */
export const NEW_SURVEY_ID = 'new'

/** @property unsaved the survey of `NEW_SURVEY_ID`. */
export type SurveyChoice = { id: string; name: string; unsaved?: CreateSurvey }

/** Active surveys, plus those that a step already uses, whatever their state. */
export function toSurveyChoices(active: readonly SurveyChoice[], sequence?: SequenceDetail): SurveyChoice[] {
  const activeIds = new Set(active.map(({ id }) => id))
  const missingIds = (sequence?.steps ?? []).flatMap(({ surveyId }) =>
    surveyId && !activeIds.has(surveyId) ? surveyId : [],
  )
  return [
    ...active.map(({ id, name }) => ({ id, name })),
    ...[...new Set(missingIds)].map((id) => ({ id, name: `${id.slice(0, 8)}…` })),
  ]
}

export type SequenceValues = { name: string; description: string; steps: StepValues[] }

export const SECONDS_PER_UNIT: Record<DelayUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/** @param language of the organization. */
export function toSequenceValues(sequence: SequenceDetail, language: Language): SequenceValues {
  const { name, description, steps } = sequence
  return { name, description, steps: steps.map((step) => toStepValues(step, language)) }
}

/** Of a step after another one. */
export const DAYS_BEFORE_NEW_STEP = 3

/** A new sequence: empty, or with one step that sends a survey. */
export function toBlankValues(surveyId: string | undefined, language: Language): SequenceValues {
  const steps = surveyId === undefined ? [] : [createEmptyStep('survey', surveyId, 0, language)]
  return { name: '', description: '', steps }
}

export function createEmptyStep(type: StepType, surveyId: string, days: number, language: Language): StepValues {
  return {
    stepId: '',
    type,
    delay: { amount: String(days), unit: 'days' },
    surveyId: type === 'survey' ? surveyId : '',
    subject: { en: '', fr: '' },
    body: { en: '', fr: '' },
    language,
    bilingual: false,
    webhookUrl: '',
    condition: 'always',
    conditions: null,
    branch: null,
  }
}

/** Whether an earlier step sends the same survey: a repeated one defaults to a reminder. */
export function repeatsSurveyOfEarlierStep(
  steps: readonly Pick<StepValues, 'type' | 'surveyId'>[],
  index: number,
): boolean {
  const step = steps[index]
  if (step?.type !== 'survey' || step.surveyId === '') return false
  return steps.slice(0, index).some(({ type, surveyId }) => type === 'survey' && surveyId === step.surveyId)
}

/** The copy of a step, to be put right after it. The same survey again is a reminder. */
export function copyStep(step: StepValues, index: number, steps: readonly StepValues[]): StepValues {
  const copy = { ...step, stepId: '', subject: { ...step.subject }, body: { ...step.body } }
  // The first step often has no delay: its copy would go out along with it.
  if (delayToSeconds(step.delay) === 0) copy.delay = { amount: String(DAYS_BEFORE_NEW_STEP), unit: 'days' }
  const isReminder = repeatsSurveyOfEarlierStep([...steps.slice(0, index + 1), copy], index + 1)
  return isReminder && copy.condition === 'always' ? { ...copy, condition: 'not_answered' } : copy
}

export function toSequenceInput(values: SequenceValues) {
  return { name: values.name, description: values.description, steps: values.steps.map(toStepInput) }
}

function toStepValues(step: SequenceStep, language: Language): StepValues {
  const { subject, body } = step
  return {
    stepId: step.id,
    type: step.type,
    delay: toDelay(step.delay),
    surveyId: step.surveyId ?? '',
    subject: toWordings(subject, language),
    body: toWordings(body, language),
    language,
    bilingual: typeof subject === 'object' || typeof body === 'object',
    webhookUrl: step.webhookUrl ?? '',
    condition: step.condition,
    conditions: step.conditions ?? null,
    branch: step.branch ?? null,
  }
}

export function toStepInput({
  stepId,
  type,
  delay,
  surveyId,
  subject,
  body,
  language,
  bilingual,
  ...step
}: StepValues) {
  const toText = (text: Wordings) => {
    if (listStepLanguages({ language, bilingual }).every((one) => text[one].trim() === '')) return null
    return bilingual ? { en: text.en, fr: text.fr } : text[language]
  }
  return {
    ...(stepId === '' ? {} : { id: stepId }),
    type,
    delay: delayToSeconds(delay),
    surveyId: surveyId === '' ? null : surveyId,
    subject: toText(subject),
    body: toText(body),
    webhookUrl: step.webhookUrl.trim() === '' ? null : step.webhookUrl,
    condition: step.condition,
    conditions: step.conditions,
    branch: step.branch,
  }
}

/** NaN for invalid input. */
export function delayToSeconds({ amount, unit }: StepDelay): number {
  return Math.round(Number(amount.replace(',', '.')) * SECONDS_PER_UNIT[unit])
}

function toWordings(text: SequenceStep['subject'], language: Language): Wordings {
  const none = { en: '', fr: '' }
  if (text === undefined) return none
  return typeof text === 'string' ? { ...none, [language]: text } : text
}

export function listStepLanguages({ language, bilingual }: Pick<StepValues, 'language' | 'bilingual'>): Language[] {
  return bilingual ? [language, otherLanguage(language)] : [language]
}

/** In the largest unit that divides it. */
export function toDelay(seconds: number): StepDelay {
  if (seconds === 0) return { amount: '0', unit: 'days' }
  const unit =
    (['days', 'hours', 'minutes'] as const).find((each) => seconds % SECONDS_PER_UNIT[each] === 0) ?? 'seconds'
  return { amount: String(seconds / SECONDS_PER_UNIT[unit]), unit }
}
