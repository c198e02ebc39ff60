import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { SHARED_PASSWORD_MAX_CHARACTERS, SHARED_TITLE_MAX_CHARACTERS } from '@/server/shared-results/constants'
import type { SharedResults } from '@/server/shared-results/schema'
import type { SurveyResultsFilters } from '@/server/survey-results/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Checkbox } from '../ui/controls/checkbox'
import { CopyButton } from '../ui/controls/copy-button'
import { DateInput } from '../ui/controls/date-input'
import { Input } from '../ui/controls/input'
import { Fieldset } from '../ui/forms/field'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useMutationAction } from '../use-mutation-action'

export type ShareResultsFormProps = {
  survey: { id: string; name: string }
  filters: SurveyResultsFilters
  questions: readonly { id: string; text: string }[]
  onDone: () => void
}

type Values = {
  title: string
  hasAllQuestions: boolean
  questionIds: string[]
  expiresOn: string
  password: string
  showsTexts: boolean
  showsNames: boolean
}

export function ShareResultsForm({ survey, filters, questions, onDone }: ShareResultsFormProps) {
  const t = useTranslations('sharedResults')
  const { perform } = useMutationAction()
  const [shared, setShared] = useState<SharedResults | null>(null)
  const form = useForm<Values>({
    defaultValues: {
      title: survey.name.slice(0, SHARED_TITLE_MAX_CHARACTERS),
      hasAllQuestions: true,
      questionIds: questions.map(({ id }) => id),
      expiresOn: '',
      password: '',
      showsTexts: false,
      showsNames: false,
    },
  })
  const { control } = form
  const hasAllQuestions = useWatch({ control, name: 'hasAllQuestions' })
  const save = async ({ title, questionIds, expiresOn, password, showsTexts, showsNames }: Values) =>
    perform(async () => {
      const { data } = await trpc.sharedResults.create.mutate({
        id: survey.id,
        title,
        filters,
        questionIds: hasAllQuestions ? null : questionIds,
        expiresOn: expiresOn || null,
        password: password || null,
        showsTexts,
        showsNames,
      })
      setShared(data)
      return { success: t('created') }
    })
  if (shared) return <SharedAddress url={shared.url} onDone={onDone} />
  return (
    <Form form={form} onSubmit={save}>
      <FormField control={control} name="title" label={t('title')}>
        {(field) => <Input {...field} maxLength={SHARED_TITLE_MAX_CHARACTERS} autoComplete="off" />}
      </FormField>
      <Fieldset label={t('questions')}>
        <div className="grid gap-2.5">
          <Controller
            control={control}
            name="hasAllQuestions"
            render={({ field: { value, ...field } }) => (
              <Checkbox {...field} checked={value} label={t('allQuestions')} />
            )}
          />
          {!hasAllQuestions && (
            <Controller
              control={control}
              name="questionIds"
              render={({ field: { value, onChange } }) => (
                <QuestionCheckboxes questions={questions} value={value} onChange={onChange} />
              )}
            />
          )}
        </div>
      </Fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        <FormField control={control} name="expiresOn" label={t('expiresOn')} help={t('expiresHelp')} optional>
          {(field) => <DateInput {...field} />}
        </FormField>
        <FormField control={control} name="password" label={t('password')} help={t('passwordHelp')} optional>
          {(field) => <Input {...field} maxLength={SHARED_PASSWORD_MAX_CHARACTERS} autoComplete="off" />}
        </FormField>
      </div>
      {(['showsTexts', 'showsNames'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field: { value, ...field } }) => (
            <Checkbox {...field} checked={value} label={t(name)} help={t(`${name}Help`)} />
          )}
        />
      ))}
      <FormActions>
        <SubmitButton form={form}>{t('create')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

type QuestionCheckboxesProps = {
  questions: ShareResultsFormProps['questions']
  value: readonly string[]
  onChange: (value: string[]) => void
}

function QuestionCheckboxes({ questions, value, onChange }: QuestionCheckboxesProps) {
  const ids = questions.map(({ id }) => id)
  return (
    <div className="grid max-h-60 gap-2.5 overflow-y-auto pl-6.5">
      {questions.map(({ id, text }) => (
        <Checkbox
          key={id}
          checked={value.includes(id)}
          onChange={(checked) => onChange(ids.filter((one) => (one === id ? checked : value.includes(one))))}
          label={<bdi>{text}</bdi>}
        />
      ))}
    </div>
  )
}

function SharedAddress({ url, onDone }: { url: string; onDone: () => void }) {
  const t = useTranslations('sharedResults')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="text-14">{t('createdSentence')}</p>
      <div className="flex items-center gap-2">
        <Input readOnly value={url} aria-label={t('address')} onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={url} />
      </div>
      <Button variant="primary" className="justify-self-start" onClick={onDone}>
        {t('done')}
      </Button>
    </div>
  )
}
