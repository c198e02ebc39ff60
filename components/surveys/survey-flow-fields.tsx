import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { RadioGroup } from '@/components/ui/controls/radio-group'
import { Textarea } from '@/components/ui/controls/textarea'
import { Fieldset } from '@/components/ui/forms/field'
import { FormField } from '@/components/ui/forms/form'
import { ENDING_TEXT_MAX_CHARACTERS, MAX_ENDINGS, WORDING_MAX_CHARACTERS } from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { SurveyDraft } from './draft-types'
import { createEndingDraft } from './survey-draft'

type SurveyFlowFieldsProps = { form: UseFormReturn<SurveyDraft>; draft: SurveyDraft }

/** How many questions a page has, and what follows the last one. */
export function SurveyFlowFields({ form, draft }: SurveyFlowFieldsProps) {
  const t = useTranslations('surveys')
  return (
    <>
      <Fieldset label={t('fields.layout')}>
        <RadioGroup
          value={draft.layout}
          className="sm:grid-cols-2"
          onChange={(layout) => form.setValue('layout', layout, { shouldDirty: true })}
          options={(['all', 'one'] as const).map((value) => ({
            value,
            label: t(`layouts.${value}`),
            help: t(`layoutHelp.${value}`),
          }))}
        />
      </Fieldset>
      <EndingListEditor form={form} draft={draft} />
    </>
  )
}

function EndingListEditor({ form, draft }: SurveyFlowFieldsProps) {
  const t = useTranslations('surveys')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'endings', keyName: 'key' })
  return (
    <Fieldset label={t('fields.endings')} help={t('fields.endingsHelp')} helpFirst>
      {fields.map((field, index) => (
        <div
          key={field.key}
          role="group"
          aria-label={t('endingNumber', { number: index + 1 })}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 rounded-card border bg-surface p-4"
        >
          <EndingFields form={form} index={index} draft={draft} />
          <IconButton
            icon={X}
            size="small"
            label={t('removeEnding', { number: index + 1 })}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < MAX_ENDINGS && (
        <div>
          <Button variant="ghost" size="small" onClick={() => append(createEndingDraft())}>
            <Plus size={14} aria-hidden />
            {t('addEnding')}
          </Button>
        </div>
      )}
    </Fieldset>
  )
}

function EndingFields({ form, index, draft }: SurveyFlowFieldsProps & { index: number }) {
  const t = useTranslations('surveys')
  const { language, isTranslated } = draft
  const other = otherLanguage(language)
  const name = `endings.${index}` as const
  const languages = [
    { suffix: '', language, label: (field: 'endingTitle' | 'endingText') => t(field) },
    {
      suffix: 'Translated',
      language: other,
      label: (field: 'endingTitle' | 'endingText') => t(`${field}In`, { language: other }),
    },
  ] as const
  return (
    <div className="grid gap-4">
      {(isTranslated ? languages : languages.slice(0, 1)).map((one) => (
        <div key={one.language} className="grid gap-4">
          <FormField control={form.control} name={`${name}.title${one.suffix}`} label={one.label('endingTitle')}>
            {(field) => <Input maxLength={WORDING_MAX_CHARACTERS} lang={one.language} {...field} />}
          </FormField>
          <FormField control={form.control} name={`${name}.text${one.suffix}`} label={one.label('endingText')} optional>
            {(field) => <Textarea rows={2} maxLength={ENDING_TEXT_MAX_CHARACTERS} lang={one.language} {...field} />}
          </FormField>
        </div>
      ))}
    </div>
  )
}
