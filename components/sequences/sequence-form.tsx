'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocale, useMessages, useTranslations } from 'use-intl/react'
import { useContactProperties } from '@/components/contact-properties/property-placeholders'
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
import { type SequenceValues, type SurveyChoice, toSequenceValues } from './sequence-form-values'
import { StepListEditor } from './step-list-editor'
import type { TemplateName } from './templates/sequence-templates'

const RulesSection = dynamic(() => import('./rules/rules-section').then((module) => module.RulesSection))

const loadSaving = async () => import('./save-sequence')

type SequenceFormProps = {
  /** The sequence to edit; omit to create one. */
  sequence?: SequenceDetail
  /** Of a new sequence, which needs it. */
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
  const messages = useMessages()
  const properties = useContactProperties()
  const { perform } = useMutationAction()
  const toValues = (current: SequenceDetail | undefined) =>
    current ? toSequenceValues(current, language) : (prefill as SequenceValues)
  const form = useForm<SequenceValues>({ defaultValues: toValues(sequence) })
  const [surveys, setSurveys] = useState(rest.surveys)
  const { baseline, conflictDetection } = useConflictDetection(sequence, {
    toValues,
    describe: async (values) =>
      (await loadSaving()).describeSequence(values, { locale, messages, properties, surveys }),
  })
  const [question, setQuestion] = useState<ReactNode>(null)
  const canActivate = sequence === undefined || sequence.status === 'draft'

  const validate = async (values: SequenceValues) => (await loadSaving()).validateSequence(values, t)

  async function submit(_values: SequenceValues, submitter: SubmitterElement) {
    const isActivating = submitter?.getAttribute('value') === 'active'
    const { askAboutPeople, createNewSurvey, saveSequence } = await loadSaving()
    const peopleUnderWay = await askAboutPeople(baseline.current, toValues, form, setQuestion)
    if (peopleUnderWay === null) return
    await perform(async () => {
      await createNewSurvey(form, surveys, setSurveys)
      const saved = await saveSequence(form.getValues(), baseline.current, { isActivating, peopleUnderWay })
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
      <RulesSection form={form} />
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
