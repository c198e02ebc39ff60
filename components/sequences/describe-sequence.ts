import { createTranslator } from 'use-intl/core'
import type { useTranslations } from 'use-intl/react'
import { formatDurationSeconds } from '@/components/format'
import { trpc } from '@/components/trpc'
import type { LabeledFieldValue } from '@/components/ui/forms/use-conflict-detection'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { Locale } from '@/server/messages/locale'
import type { Messages } from '@/server/messages/message-catalogue'
import { type DescriptionContext as ConditionContext, describeConditions } from './conditions/describe-conditions'
import { listNamedIds, loadConditionNames, NO_NAMES } from './conditions/load-condition-names'
import { describeRules } from './rules/describe-rules'
import { listStepLanguages, type SequenceValues, type StepValues, type SurveyChoice } from './sequence-form-values'
import { delayToSeconds } from './to-sequence-input'

type DescriptionContext = {
  locale: Locale
  messages: Messages
  surveys: readonly SurveyChoice[]
  properties: readonly ContactProperty[]
}

type StepContext = Pick<DescriptionContext, 'surveys'> & { t: SequenceTranslator; conditions: ConditionContext }

type SequenceTranslator = ReturnType<typeof useTranslations<'sequences'>>

/** Describes a sequence field by field, for comparing versions. */
export async function describeSequence(
  { name, description, rules, steps }: SequenceValues,
  { locale, messages, surveys, properties }: DescriptionContext,
): Promise<LabeledFieldValue[]> {
  const t = createTranslator({ locale, messages, namespace: 'sequences' })
  const tRules = createTranslator({ locale, messages, namespace: 'sequenceRules' })
  const segmentName = await loadSegmentName(rules.stopOutsideSegmentId)
  const ids = listNamedIds(steps.flatMap(({ conditions }) => conditions ?? []))
  const conditions = {
    t: createTranslator({ locale, messages, namespace: 'stepConditions' }),
    tProperties: createTranslator({ locale, messages, namespace: 'properties' }),
    common: createTranslator({ locale, messages, namespace: 'common' }),
    language: locale,
    properties,
    names: await loadConditionNames(ids, NO_NAMES),
  }
  return [
    [t('fields.name'), name],
    [t('fields.description'), description],
    [tRules('title'), describeRules(rules, { t: tRules, locale, segmentName })],
    ...steps.map(
      (step, index): LabeledFieldValue => [
        t('step', { number: index + 1 }),
        describeStep(step, { t, surveys, conditions }),
      ],
    ),
  ]
}

async function loadSegmentName(id: string | null): Promise<string | null> {
  if (id === null) return null
  const { data } = await trpc.segments.names.query()
  return data.find((segment) => segment.id === id)?.name ?? null
}

function describeStep(step: StepValues, { t, surveys, conditions: context }: StepContext): string {
  const { type, delay, surveyId, subject, body, webhookUrl, condition, conditions, branch } = step
  const wordings = (text: StepValues['body']) => listStepLanguages(step).map((language) => text[language].trim())
  const seconds = delayToSeconds(delay)
  const lines = [
    t(`stepType.${type}`),
    seconds === 0 ? '' : `${t('delay.prefix')} ${formatDurationSeconds(seconds, context.language)}`,
    surveyId === '' ? '' : (surveys.find(({ id }) => id === surveyId)?.name ?? surveyId),
    ...wordings(subject),
    ...wordings(body),
    condition === 'always' ? '' : t(`condition.${condition}`),
    conditions === null ? '' : describeConditions(conditions, context),
    branch === null ? '' : t(`branchName.${branch}`),
    webhookUrl,
  ]
  return lines.filter(Boolean).join('\n')
}
