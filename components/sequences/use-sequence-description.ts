import { useLocale, useTranslations } from 'use-intl/react'
import { formatDuration } from '@/components/format'
import type { Described } from '@/components/ui/forms/use-conflict-detection'
import { languagesOf, type SequenceValues, type StepValues, toSeconds } from './sequence-form-values'
import type { SurveyChoice } from './step-fields'

/** Describes a sequence field by field, for comparing versions. */
export function useDescription(surveys: readonly SurveyChoice[]) {
  const t = useTranslations('sequences')
  const locale = useLocale()

  function describeStep(step: StepValues): string {
    const { type, delay, surveyId, subject, body, webhookUrl, condition } = step
    const wordings = (text: StepValues['body']) => languagesOf(step).map((language) => text[language].trim())
    const seconds = toSeconds(delay)
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

  return ({ name, description, steps }: SequenceValues): Described[] => [
    [t('fields.name'), name],
    [t('fields.description'), description],
    ...steps.map((step, index): Described => [t('step', { number: index + 1 }), describeStep(step)]),
  ]
}
