import {
  listStepLanguages,
  SECONDS_PER_UNIT,
  type SequenceValues,
  type StepDelay,
  type StepValues,
  type Wordings,
} from './sequence-form-values'

export function toSequenceInput({ name, description, rules, steps }: SequenceValues) {
  return { name, description, rules, steps: steps.map(toStepInput) }
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
