import type { useTranslations } from 'use-intl/react'
import { formatDurationSeconds } from '@/components/format'
import type { LabeledFieldValue } from '@/components/ui/forms/use-conflict-detection'
import {
  delayToSeconds,
  listStepLanguages,
  type SequenceValues,
  type StepValues,
  type SurveyChoice,
} from './sequence-form-values'

type DescriptionContext = {
  t: ReturnType<typeof useTranslations<'sequences'>>
  locale: string
  surveys: readonly SurveyChoice[]
}

/** Describes a sequence field by field, for comparing versions. */
export function describeSequence(
  { name, description, steps }: SequenceValues,
  context: DescriptionContext,
): LabeledFieldValue[] {
  const { t } = context
  return [
    [t('fields.name'), name],
    [t('fields.description'), description],
    ...steps.map((step, index): LabeledFieldValue => [t('step', { number: index + 1 }), describeStep(step, context)]),
  ]
}

function describeStep(step: StepValues, { t, locale, surveys }: DescriptionContext): string {
  const { type, delay, surveyId, subject, body, webhookUrl, condition, conditions, branch } = step
  const wordings = (text: StepValues['body']) => listStepLanguages(step).map((language) => text[language].trim())
  const seconds = delayToSeconds(delay)
  const lines = [
    t(`stepType.${type}`),
    seconds === 0 ? '' : `${t('delay.prefix')} ${formatDurationSeconds(seconds, locale)}`,
    surveyId === '' ? '' : (surveys.find(({ id }) => id === surveyId)?.name ?? surveyId),
    ...wordings(subject),
    ...wordings(body),
    condition === 'always' ? '' : t(`condition.${condition}`),
    conditions === null ? '' : t('hasConditions', { count: conditions.items.length }),
    branch === null ? '' : t(`branchName.${branch}`),
    webhookUrl,
  ]
  return lines.filter(Boolean).join('\n')
}
