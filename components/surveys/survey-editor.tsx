'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { toCopyName } from '@/components/to-copy-name'
import { trpc } from '@/components/trpc'
import { Skeleton } from '@/components/ui/content/skeleton'
import { Button } from '@/components/ui/controls/button'
import { Input } from '@/components/ui/controls/input'
import { RadioGroup } from '@/components/ui/controls/radio-group'
import { Fieldset } from '@/components/ui/forms/field'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { useConflictDetection } from '@/components/ui/forms/use-conflict-detection'
import { useMutationAction } from '@/components/use-mutation-action'
import { SURVEY_TYPES } from '@/server/surveys/constants'
import type { Language } from '@/server/validation/schema'
import { Link } from '../ui/controls/link'
import type { SurveyDraft } from './draft-types'
import { EditedLanguageProvider } from './edited-language'
import { createInitialQuestions } from './question-draft'
import { QuestionListEditor } from './question-list-editor'
import { createSurveyDraft, type StoredSurvey, toSurveyDraft } from './survey-draft'
import { useEditorView } from './use-editor-view'

const AnsweredChanges = dynamic(() => import('./answered-changes').then((module) => module.AnsweredChanges))
const AddTranslations = dynamic(() => import('./add-translations').then((module) => module.AddTranslations))
const SurveyLanguages = dynamic(() => import('./survey-languages').then((module) => module.SurveyLanguages))
const SurveyFlowFields = dynamic(() => import('./survey-flow-fields').then((module) => module.SurveyFlowFields))
const HiddenFieldsSection = dynamic(() =>
  import('./hidden-fields-section').then((module) => module.HiddenFieldsSection),
)
const SurveyFrequencyFields = dynamic(() =>
  import('./survey-frequency-fields').then((module) => module.SurveyFrequencyFields),
)

// The preview comes from the service once the page runs.
const SurveyPreview = dynamic(() => import('./survey-preview').then((module) => module.SurveyPreview), {
  ssr: false,
  loading: () => <Skeleton className="h-[760px] rounded-card" />,
})
const loadInput = async () => import('./survey-input')

type SurveyEditorProps = {
  survey?: StoredSurvey & { id: string }
  responses?: number
  /** By question id. */
  answers?: Readonly<Record<string, number>>
  /** What a new survey begins with. */
  template?: StoredSurvey
  language: Language
}

export function SurveyEditor({ survey, responses = 0, answers = {}, template, language }: SurveyEditorProps) {
  const t = useTranslations('surveys')
  const { perform, run, pending } = useMutationAction()
  const toValues = (current: StoredSurvey | undefined): SurveyDraft =>
    current ? toSurveyDraft(current, language) : createSurveyDraft(language)
  const form = useForm<SurveyDraft>({ defaultValues: toValues(survey ?? template) })
  const common = useTranslations('common')
  // Only for conflicts.
  const describe = async (values: SurveyDraft) =>
    (await import('./describe-survey')).describeSurvey(values, { t, common })
  const { baseline, conflictDetection } = useConflictDetection(survey, { toValues, describe })
  const draft = useWatch({ control: form.control }) as SurveyDraft
  const { edited, setEdited, cards, revealFields, findMissingTexts } = useEditorView(form, language)

  const [isAdded, setAdded] = useState(false)
  const addTranslations = (first: Language) => {
    setAdded(true)
    setEdited(first)
  }

  const submit = async (values: SurveyDraft) =>
    perform(async () => {
      const { type, ...input } = (await loadInput()).toSurveyInput(values)
      if (baseline.current) {
        const { id, name, questions, layout, endings, thanks, fields, ...rest } = baseline.current
        const { cooldownDays, changeHours, priority } = rest
        const { data } = await trpc.surveys.update.mutate({
          id,
          ...input,
          asRead: { name, questions, layout, endings, thanks, fields, cooldownDays, changeHours, priority },
        })
        conflictDetection.setBaseline(data)
        const saved = toSurveyDraft({ ...data, type }, language, values.isTranslated)
        cards.followSaved(values.questions, saved.questions)
        form.reset(saved)
        return { success: t('saved') }
      }
      const { data } = await trpc.surveys.create.mutate({ type, ...input })
      form.reset(values)
      return { success: t('created'), href: `/surveys/${data.id}` }
    })

  const saveAsCopy = form.handleSubmit(async (values) =>
    run(async () => {
      const { name, ...fields } = (await loadInput()).toSurveyInput(values)
      const { data } = await trpc.surveys.create.mutate({ ...fields, name: toCopyName(name, t('copySuffix')) })
      form.reset(toValues(baseline.current))
      return { success: t('duplicated'), href: `/surveys/${data.id}` }
    }),
  )

  return (
    <EditedLanguageProvider value={{ edited, first: language, isOnly: !draft.isTranslated }}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(320px,400px)]">
        <Form
          form={form}
          validate={findMissingTexts}
          revealFields={revealFields}
          onSubmit={submit}
          // A grid row leaves the languages no room to stick.
          className="flex flex-col gap-5"
          {...(survey ? { conflictDetection } : {})}
        >
          {draft.isTranslated ? (
            <SurveyLanguages {...{ form, draft, revealFields }} takesFocus={isAdded} onEdit={setEdited} />
          ) : (
            <AddTranslations form={form} onAdded={addTranslations} />
          )}
          <FormField control={form.control} name="name" label={t('fields.name')} help={t('fields.nameHelp')}>
            {(field) => <Input autoComplete="off" maxLength={200} {...field} />}
          </FormField>
          {!survey && (
            <Fieldset label={t('fields.type')}>
              <RadioGroup
                value={draft.type}
                className="sm:grid-cols-2"
                onChange={(type) => {
                  form.setValue('type', type, { shouldDirty: true })
                  form.setValue('questions', createInitialQuestions(type), { shouldDirty: true })
                }}
                options={SURVEY_TYPES.map((type) => ({
                  value: type,
                  label: t(`typeNames.${type}`),
                  help: t(`typeHelp.${type}`),
                }))}
              />
            </Fieldset>
          )}
          <QuestionListEditor form={form} draft={draft} cards={cards} />
          <SurveyFlowFields form={form} draft={draft} />
          <HiddenFieldsSection form={form} draft={draft} />
          <SurveyFrequencyFields control={form.control} />
          {responses > 0 && survey && (
            <AnsweredChanges
              form={form}
              draft={draft}
              before={(baseline.current ?? survey).questions}
              responses={responses}
              answers={answers}
              saving={pending}
              onSaveAsCopy={() => void saveAsCopy()}
            />
          )}
          <FormActions>
            <SubmitButton form={form}>{survey ? t('save') : t('create')}</SubmitButton>
            {!survey && (
              <Button variant="ghost" asChild>
                <Link href="/surveys">{t('cancel')}</Link>
              </Button>
            )}
          </FormActions>
        </Form>
        <SurveyPreview draft={draft} language={edited} surveyId={survey?.id ?? null} />
      </div>
    </EditedLanguageProvider>
  )
}
