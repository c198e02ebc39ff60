'use client'

import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { trpc } from '@/components/trpc'
import { Card } from '@/components/ui/content/section'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { Form, FormField } from '@/components/ui/forms/form'
import type { FormError } from '@/components/ui/forms/list-form-errors'
import { SaveBar } from '@/components/ui/forms/save-bar'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { useConflictDetection } from '@/components/ui/forms/use-conflict-detection'
import type { SubmitterElement } from '@/components/ui/forms/use-form-submit'
import { useMutationAction } from '@/components/use-mutation-action'
import type { SequenceDetail } from '@/server/sequences/schema'
import type { Language } from '@/server/validation/schema'
import type { FormErrorMessageValues } from './find-sequence-form-errors'
import {
  NEW_SURVEY_ID,
  type SequenceValues,
  type SurveyChoice,
  toBlankValues,
  toSequenceInput,
  toSequenceValues,
} from './sequence-form-values'
import { StepListEditor } from './step-list-editor'
import type { TemplateName } from './templates/sequence-templates'

type SequenceFormProps = {
  /** The sequence to edit; omit to create one. */
  sequence?: SequenceDetail
  /** Of a new sequence. */
  prefill?: SequenceValues
  /** That `prefill` comes from: the entry page offers its rule. */
  template?: TemplateName
  surveys: readonly SurveyChoice[]
  /** The organization's language: texts are written in it first. */
  language: Language
  mayEditWebhooks: boolean
}

export function SequenceForm({ sequence, prefill, template, language, mayEditWebhooks, ...rest }: SequenceFormProps) {
  const t = useTranslations('sequences')
  const locale = useLocale()
  const { perform } = useMutationAction()
  const toValues = (current: SequenceDetail | undefined) =>
    current ? toSequenceValues(current, language) : (prefill ?? toBlankValues(undefined, language))
  const form = useForm<SequenceValues>({ defaultValues: toValues(sequence) })
  const { surveys, createNewSurvey } = useNewSurvey(form, rest.surveys)
  const { baseline, conflictDetection } = useConflictDetection(sequence, {
    toValues,
    describe: async (values) => (await import('./describe-sequence')).describeSequence(values, { t, locale, surveys }),
  })
  const [question, setQuestion] = useState<ReactNode>(null)
  const canActivate = sequence === undefined || sequence.status === 'draft'

  async function validate(values: SequenceValues) {
    const { findSequenceFormErrors } = await import('./find-sequence-form-errors')
    const errors = findSequenceFormErrors(values).map(({ name, fault, values: words }): [string, string[]] => [
      name,
      [t(`faults.${fault}`, words as FormErrorMessageValues)],
    ])
    return Object.fromEntries(errors)
  }

  async function submit(_values: SequenceValues, submitter: SubmitterElement) {
    const isActivating = submitter?.getAttribute('value') === 'active'
    const { askAboutPeople } = await import('./versions/ask-about-people')
    const peopleUnderWay = await askAboutPeople(baseline.current, toValues, form, setQuestion)
    if (peopleUnderWay === null) return
    await perform(async () => {
      await createNewSurvey()
      const { id, status: _status, ...asRead } = baseline.current ?? {}
      const { data: saved } = await trpc.sequences.save.mutate({
        ...toSequenceInput(form.getValues()),
        peopleUnderWay,
        ...(id === undefined ? {} : { id, asRead }),
        ...(isActivating ? { status: 'active' } : {}),
      })
      if (sequence) conflictDetection.setBaseline(saved)
      form.reset(toValues(saved))
      return {
        success: isActivating ? t('activated') : t('saved'),
        href: sequence ? undefined : `/sequences/${saved.id}${template ? `/entry?template=${template}` : ''}`,
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
      <SaveBar form={form} {...(sequence ? {} : { unchangedText: t('notSaved') })} describeError={describeError}>
        <SubmitButton form={form}>{canActivate ? t('saveDraft') : t('save')}</SubmitButton>
        {canActivate && (
          <Button type="submit" name="status" value="active">
            {t('saveAndActivate')}
          </Button>
        )}
      </SaveBar>
      {question}
    </Form>
  )
}

/** Creates the survey of a template with the sequence. If that fails, the next attempt finds the survey chosen. */
function useNewSurvey(form: UseFormReturn<SequenceValues>, choices: readonly SurveyChoice[]) {
  const [surveys, setSurveys] = useState(choices)

  async function createNewSurvey(): Promise<void> {
    const unsaved = surveys.find(({ id }) => id === NEW_SURVEY_ID)?.unsaved
    const indexes = form.getValues('steps').flatMap(({ surveyId }, index) => (surveyId === NEW_SURVEY_ID ? index : []))
    if (!unsaved || indexes.length === 0) return
    const { data: created } = await trpc.surveys.create.mutate(unsaved)
    setSurveys(surveys.map((choice) => (choice.id === NEW_SURVEY_ID ? { id: created.id, name: created.name } : choice)))
    for (const index of indexes) form.setValue(`steps.${index}.surveyId`, created.id)
  }

  return { surveys, createNewSurvey }
}
