import type { useTranslations } from 'use-intl/react'
import type { TemplateError } from '@/server/messaging/message-template'
import { MAX_DELAY_SECONDS } from '@/server/sequences/constants'
import { findStepTemplateErrors } from '@/server/sequences/find-step-template-errors'
import type { Language } from '@/server/validation/schema'
import { findMissingValue } from './conditions/criteria'
import { type SequenceValues, type StepValues, type Wordings } from './sequence-form-values'
import { delayToSeconds, toStepInput } from './to-sequence-input'

/* Loads when a sequence is saved: the grammar of placeholders is a third of the builder's script. */

/** Validation error: a message key under `sequences.faults` with its values. */
export type SequenceFormError = {
  name: `steps.${number}.${string}`
  fault: 'survey' | 'subject' | 'body' | 'webhook' | 'delay' | 'value' | 'choice' | TemplateError['code']
  values?: Record<string, string>
}

export type FormErrorMessageValues = { placeholder: string; name: string; reads: string }

/** The messages of the errors by their fields. */
export function validateSequence(
  values: SequenceValues,
  t: ReturnType<typeof useTranslations<'sequences'>>,
): Record<string, string[]> {
  const errors = findSequenceFormErrors(values).map(({ name, fault, values: words }): [string, string[]] => [
    name,
    [t(`faults.${fault}`, words as FormErrorMessageValues)],
  ])
  return Object.fromEntries(errors)
}

export function findSequenceFormErrors({ steps }: SequenceValues): SequenceFormError[] {
  const missing = findMissingFields(steps)
  const missingNames = new Set<string>(missing.map(({ name }) => name))
  const textFaults = findStepTemplateErrors(steps.map(toStepInput)).map(
    ({ step, field, language, fault: { code, values } }): SequenceFormError => ({
      name: `steps.${step}.${field}.${language ?? steps[step]?.language ?? 'en'}`,
      fault: code,
      values,
    }),
  )
  return [...missing, ...textFaults.filter(({ name }) => !missingNames.has(name))]
}

function findMissingFields(steps: readonly StepValues[]): SequenceFormError[] {
  return steps.flatMap((step, index) => {
    const { stepId, type, surveyId, subject, body, bilingual, webhookUrl, delay } = step
    const isEmpty = (text: Wordings, language: Language) =>
      text[language].trim() === '' && (language === step.language || bilingual)
    const isHalfTranslated = (text: Wordings) => bilingual && (text.en.trim() === '') !== (text.fr.trim() === '')
    const seconds = delayToSeconds(delay)
    const faults: SequenceFormError[] = []
    if (type === 'survey' && surveyId === '') faults.push({ name: `steps.${index}.surveyId`, fault: 'survey' })
    // A saved wait step may have no webhook: the API accepts steps that only wait.
    if (type === 'wait' && stepId === '' && webhookUrl.trim() === '')
      faults.push({ name: `steps.${index}.webhookUrl`, fault: 'webhook' })
    for (const language of ['en', 'fr'] as const) {
      if ((type === 'email' || isHalfTranslated(subject)) && isEmpty(subject, language))
        faults.push({ name: `steps.${index}.subject.${language}`, fault: 'subject' })
      if ((['email', 'sms'].includes(type) || isHalfTranslated(body)) && isEmpty(body, language))
        faults.push({ name: `steps.${index}.body.${language}`, fault: 'body' })
    }
    if (!(seconds >= 0 && seconds <= MAX_DELAY_SECONDS) || delay.amount.trim() === '')
      faults.push({ name: `steps.${index}.delay`, fault: 'delay' })
    return [...faults, ...findMissingConditionValues(step, index)]
  })
}

function findMissingConditionValues({ conditions }: StepValues, index: number): SequenceFormError[] {
  return (conditions?.items ?? []).flatMap((criterion, position): SequenceFormError[] => {
    const missing = findMissingValue(criterion)
    return missing === null
      ? []
      : [{ name: `steps.${index}.conditions.items.${position}.${missing.field}`, fault: missing.fault }]
  })
}
