import { useLocale, useTranslations } from 'use-intl/react'
import { formatDuration } from '@/components/format'
import type { FieldDescription } from '@/components/ui/forms/use-conflict-detection'
import {
  delayToSeconds,
  listStepLanguages,
  type SequenceValues,
  type StepValues,
  type SurveyChoice,
} from './sequence-form-values'

/** Describes a sequence field by field, for comparing versions. */
export function useSequenceDescription(surveys: readonly SurveyChoice[]) {
  const t = useTranslations('sequences')
  const locale = useLocale()

  function describeStep(step: StepValues): string {
    const { type, delay, surveyId, subject, body, webhookUrl, condition } = step
    const wordings = (text: StepValues['body']) => listStepLanguages(step).map((language) => text[language].trim())
    const seconds = delayToSeconds(delay)
    const lines = [
      t(`stepType.${type}`),
      seconds === 0 ? '' : `${t('delay.prefix')} ${formatDuration(seconds, locale)}`,
      surveyId === '' ? '' : (surveys.find(({ id }) => id === surveyId)?.name ?? surveyId),
      ...wordings(subject),
      ...wordings(body),
      condition === 'always' ? '' : t(`condition.${condition}`),
      webhookUrl,
    ]
    return lines.filter(Boolean).join('\n')
  }

  return ({ name, description, steps }: SequenceValues): FieldDescription[] => [
    [t('fields.name'), name],
    [t('fields.description'), description],
    ...steps.map((step, index): FieldDescription => [t('step', { number: index + 1 }), describeStep(step)]),
  ]
}
