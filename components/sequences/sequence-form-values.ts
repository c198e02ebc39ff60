import type { Branch } from '@/server/sequences/conditions/constants'
import type { StepConditions } from '@/server/sequences/conditions/schema'
import type { SequenceRules } from '@/server/sequences/rules/schema'
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

export type SequenceValues = { name: string; description: string; rules: SequenceRules; steps: StepValues[] }

export const SECONDS_PER_UNIT: Record<DelayUnit, number> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 }

/** @param language of the organization. */
export function toSequenceValues(sequence: SequenceDetail, language: Language): SequenceValues {
  const { name, description, rules, steps } = sequence
  return { name, description, rules, steps: steps.map((step) => toStepValues(step, language)) }
}

/** What the conditions of a step begin with. */
export const ONE_EMPTY_CONDITION: StepConditions = { match: 'all', items: [{ type: 'tag', tag: '', is: true }] }

/** Whether an earlier step sends the same survey: a repeated one defaults to a reminder. */
export function repeatsSurveyOfEarlierStep(
  steps: readonly Pick<StepValues, 'type' | 'surveyId'>[],
  index: number,
): boolean {
  const step = steps[index]
  if (step?.type !== 'survey' || step.surveyId === '') return false
  return steps.slice(0, index).some(({ type, surveyId }) => type === 'survey' && surveyId === step.surveyId)
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
