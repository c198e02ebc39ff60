import type { StepType } from '@/server/sequences/schema'
import type { Language } from '@/server/validation/schema'
import { NO_RULES } from './rules/no-rules'
import {
  ONE_EMPTY_CONDITION,
  repeatsSurveyOfEarlierStep,
  type SequenceValues,
  type StepValues,
} from './sequence-form-values'
import { delayToSeconds } from './to-sequence-input'

/** Of a step after another one. */
export const DAYS_BEFORE_NEW_STEP = 3

/** A new sequence: empty, or with one step that sends a survey. */
export function toBlankValues(surveyId: string | undefined, language: Language): SequenceValues {
  const steps = surveyId === undefined ? [] : [createEmptyStep('survey', surveyId, 0, language)]
  return { name: '', description: '', rules: NO_RULES, steps }
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
    conditions: type === 'fork' ? ONE_EMPTY_CONDITION : null,
    branch: null,
  }
}

/** The copy of a step, to be put right after it. The same survey again is a reminder. */
export function copyStep(step: StepValues, index: number, steps: readonly StepValues[]): StepValues {
  const copy = { ...structuredClone(step), stepId: '' }
  // The first step often has no delay: its copy would go out along with it.
  if (delayToSeconds(step.delay) === 0) copy.delay = { amount: String(DAYS_BEFORE_NEW_STEP), unit: 'days' }
  const isReminder = repeatsSurveyOfEarlierStep([...steps.slice(0, index + 1), copy], index + 1)
  return isReminder && copy.condition === 'always' ? { ...copy, condition: 'not_answered' } : copy
}
