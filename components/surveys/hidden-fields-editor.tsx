import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { FormField } from '@/components/ui/forms/form'
import { pickTranslation } from '@/server/surveys/constants'
import { MAX_FIELDS } from '@/server/surveys/fields/constants'
import type { SurveyDraft } from './draft-types'
import { toPreviewInput } from './survey-input'

type HiddenFieldsEditorProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

/** The hidden fields of a survey, and the placeholders that its texts can have. */
export function HiddenFieldsEditor({ form, draft }: HiddenFieldsEditorProps) {
  const t = useTranslations('surveys.hiddenFields')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'fields', keyName: 'key' })
  return (
    <div className="grid gap-4">
      <p className="text-13 text-ink-faint">{t('sentence')}</p>
      {fields.map((field, index) => {
        const number = index + 1
        return (
          <div
            key={field.key}
            role="group"
            aria-label={t('number', { number })}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-card border bg-surface p-4"
          >
            <div className="grid gap-3">
              <FormField control={form.control} name={`fields.${index}.id`} label={t('id')}>
                {(input) => (
                  <Input maxLength={50} autoComplete="off" autoCapitalize="none" spellCheck={false} {...input} />
                )}
              </FormField>
              <Checkbox
                label={t('signed')}
                checked={form.watch(`fields.${index}.signed`)}
                onChange={(checked) => form.setValue(`fields.${index}.signed`, checked, { shouldDirty: true })}
              />
            </div>
            <IconButton icon={X} size="small" label={t('remove', { number })} onClick={() => remove(index)} />
          </div>
        )
      })}
      {fields.length < MAX_FIELDS && (
        <div>
          <Button variant="ghost" size="small" onClick={() => append({ id: '', signed: false })}>
            <Plus size={14} aria-hidden />
            {t('add')}
          </Button>
        </div>
      )}
      <p className="text-13 text-ink-faint">{t('placeholders')}</p>
      <PlaceholderList draft={draft} />
    </div>
  )
}

function PlaceholderList({ draft }: { draft: SurveyDraft }) {
  const t = useTranslations('surveys.hiddenFields')
  const answered = toPreviewInput(draft).questions.filter(({ type }) => type !== 'statement' && type !== 'consent')
  const rows: [string, string][] = [
    ['{{firstName|…}}', t('firstName')],
    ['{{lastName|…}}', t('lastName')],
    ['{{property.plan|…}}', t('property')],
    ...draft.fields
      .filter(({ id }) => id !== '')
      .map(({ id }): [string, string] => [`{{field.${id}|…}}`, t('field', { id })]),
    ...answered.map(({ id, text }): [string, string] => [
      `{{answer.${id}|…}}`,
      t('answer', { question: pickTranslation(text, draft.language) }),
    ]),
  ]
  return (
    <dl className="grid gap-x-4 gap-y-1 text-13 sm:grid-cols-[auto_minmax(0,1fr)]">
      {rows.map(([placeholder, meaning]) => (
        <div key={placeholder} className="contents">
          <dt className="font-mono wrap-anywhere">{placeholder}</dt>
          <dd className="text-ink-soft wrap-anywhere max-sm:mb-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
