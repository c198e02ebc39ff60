'use client'

import { useForm } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { formatDurationSeconds } from '@/components/format'
import { trpc } from '@/components/trpc'
import { Card } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Form, FormField } from '@/components/ui/forms/form'
import type { FormError } from '@/components/ui/forms/list-form-errors'
import { SaveBar } from '@/components/ui/forms/save-bar'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { type LabeledFieldValue, useConflictDetection } from '@/components/ui/forms/use-conflict-detection'
import type { SubmitterElement } from '@/components/ui/forms/use-form-submit'
import { useMutationAction } from '@/components/use-mutation-action'
import type { SequenceDetail } from '@/server/sequences/schema'
import type { Language } from '@/server/validation/schema'
import type { FormErrorMessageValues } from './find-sequence-form-errors'
import {
  delayToSeconds,
  listStepLanguages,
  type SequenceValues,
  type StepValues,
  type SurveyChoice,
  toSequenceInput,
  toSequenceValues,
} from './sequence-form-values'
import { StepListEditor } from './step-list-editor'

type SequenceFormProps = {
  /** The sequence to edit; omit to create one. */
  sequence?: SequenceDetail
  surveys: readonly SurveyChoice[]
  /** The organization's language: texts are written in it first. */
  language: Language
  mayEditWebhooks: boolean
}

export function SequenceForm({ sequence, surveys, language, mayEditWebhooks }: SequenceFormProps) {
  const t = useTranslations('sequences')
  const { perform } = useMutationAction()
  const form = useForm<SequenceValues>({ defaultValues: toSequenceValues(sequence, language) })
  const toValues = (current: SequenceDetail | undefined) => toSequenceValues(current, language)
  const { baseline, conflictDetection } = useConflictDetection(sequence, {
    toValues,
    describe: useSequenceDescription(surveys),
  })
  const canActivate = sequence === undefined || sequence.status === 'draft'

  async function validate(values: SequenceValues) {
    const { findSequenceFormErrors } = await import('./find-sequence-form-errors')
    const errors = findSequenceFormErrors(values).map(({ name, fault, values: words }): [string, string[]] => [
      name,
      [t(`faults.${fault}`, words as FormErrorMessageValues)],
    ])
    return Object.fromEntries(errors)
  }

  async function submit(values: SequenceValues, submitter: SubmitterElement) {
    const isActivating = submitter?.getAttribute('value') === 'active'
    await perform(async () => {
      const { id, status: _status, ...asRead } = baseline.current ?? {}
      const { data: saved } = await trpc.sequences.save.mutate({
        ...toSequenceInput(values),
        ...(id === undefined ? {} : { id, asRead }),
        ...(isActivating ? { status: 'active' } : {}),
      })
      if (sequence) conflictDetection.setBaseline(saved)
      form.reset(toValues(saved))
      return {
        success: isActivating ? t('activated') : t('saved'),
        href: sequence ? undefined : `/sequences/${saved.id}`,
      }
    })
  }

  function describeError({ name, message }: FormError): string {
    const index = /^steps\.(\d+)\./.exec(name)?.[1]
    return index === undefined ? message : t('stepError', { number: Number(index) + 1, message })
  }

  return (
    <Form
      form={form}
      validate={validate}
      onSubmit={submit}
      className="flex! flex-col gap-6"
      {...(sequence ? { conflictDetection } : {})}
    >
      <Card className="grid gap-5">
        <FormField control={form.control} name="name" label={t('fields.name')} help={t('fields.nameHelp')}>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="description" label={t('fields.description')} optional>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
      </Card>
      <StepListEditor form={form} surveys={surveys} language={language} mayEditWebhooks={mayEditWebhooks} />
      <SaveBar form={form} describeError={describeError}>
        <SubmitButton form={form}>{canActivate ? t('saveDraft') : t('save')}</SubmitButton>
        {canActivate && (
          <Button type="submit" name="status" value="active">
            {t('saveAndActivate')}
          </Button>
        )}
      </SaveBar>
    </Form>
  )
}

/** Describes a sequence field by field, for comparing versions. */
function useSequenceDescription(surveys: readonly SurveyChoice[]) {
  const t = useTranslations('sequences')
  const locale = useLocale()

  function describeStep(step: StepValues): string {
    const { type, delay, surveyId, subject, body, webhookUrl, condition } = step
    const wordings = (text: StepValues['body']) => listStepLanguages(step).map((language) => text[language].trim())
    const seconds = delayToSeconds(delay)
    const lines = [
      t(`stepType.${type}`),
      seconds === 0 ? '' : `${t('delay.prefix')} ${formatDurationSeconds(seconds, locale)}`,
      surveyId === '' ? '' : (surveys.find(({ id }) => id === surveyId)?.name ?? surveyId),
      ...wordings(subject),
      ...wordings(body),
      condition === 'always' ? '' : t(`condition.${condition}`),
      webhookUrl,
    ]
    return lines.filter(Boolean).join('\n')
  }

  return ({ name, description, steps }: SequenceValues): LabeledFieldValue[] => [
    [t('fields.name'), name],
    [t('fields.description'), description],
    ...steps.map((step, index): LabeledFieldValue => [t('step', { number: index + 1 }), describeStep(step)]),
  ]
}
