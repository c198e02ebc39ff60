import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { cn } from '@/components/ui/cn'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { Input } from '@/components/ui/controls/input'
import { FormField } from '@/components/ui/forms/form'
import { MAX_OPTIONS, MAX_ROWS, mayHaveOther } from '@/server/surveys/constants'
import { otherLanguage } from '@/server/validation/languages'
import type { Language } from '@/server/validation/schema'
import type { SurveyDraft } from './draft-types'
import { createOptionDraft, createOtherOptionDraft } from './survey-draft'

type OptionListEditorProps = {
  form: UseFormReturn<SurveyDraft>
  index: number
  draft: Pick<SurveyDraft, 'language' | 'isTranslated' | 'questions'>
  /** Rows of a matrix. */
  list?: 'options' | 'rows'
}

export function OptionListEditor({ form, index, draft, list = 'options' }: OptionListEditorProps) {
  const { language, isTranslated, questions } = draft
  const type = questions[index]?.type ?? 'text'
  const isRows = list === 'rows'
  const t = useTranslations('surveys')
  const name = `questions.${index}.${list}` as const
  const { fields, append, insert, remove } = useFieldArray({ control: form.control, name, keyName: 'key' })
  const hasOther = fields.some(({ isOther }) => isOther)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-13 font-medium">
        {t(isRows ? 'rows' : type === 'matrix' ? 'matrixColumns' : 'options')}
      </legend>
      {fields.map((field, optionIndex) => (
        <div key={field.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <div className={cn('grid gap-2 sm:gap-4', isTranslated && 'sm:grid-cols-2')}>
            <OptionField
              form={form}
              name={`${name}.${optionIndex}.label`}
              label={t(isRows ? 'row' : 'option', { number: optionIndex + 1 })}
              lang={language}
            />
            {isTranslated && (
              <OptionField
                form={form}
                name={`${name}.${optionIndex}.labelTranslated`}
                label={t(isRows ? 'rowIn' : 'optionIn', { number: optionIndex + 1, language: otherLanguage(language) })}
                lang={otherLanguage(language)}
              />
            )}
          </div>
          <IconButton
            icon={X}
            label={t(isRows ? 'removeRow' : 'removeOption', { number: optionIndex + 1 })}
            size="small"
            className="mt-0.5 pointer-coarse:mt-1"
            disabled={fields.length <= (isRows ? 1 : 2)}
            onClick={() => remove(optionIndex)}
          />
        </div>
      ))}
      {fields.length < (isRows ? MAX_ROWS : MAX_OPTIONS) && (
        <div className="flex flex-wrap gap-2">
          <Button
            variant="ghost"
            size="small"
            onClick={() => insert(hasOther ? fields.length - 1 : fields.length, createOptionDraft())}
          >
            <Plus size={14} aria-hidden />
            {t(isRows ? 'addRow' : 'addOption')}
          </Button>
          {!hasOther && !isRows && mayHaveOther(type) && (
            <Button variant="ghost" size="small" onClick={() => append(createOtherOptionDraft(language))}>
              <Plus size={14} aria-hidden />
              {t('addOther')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}

type OptionFieldProps = {
  form: UseFormReturn<SurveyDraft>
  name: `questions.${number}.${'options' | 'rows'}.${number}.${'label' | 'labelTranslated'}`
  label: string
  lang: Language
}

function OptionField({ form, name, label, lang }: OptionFieldProps) {
  return (
    <FormField control={form.control} name={name} label={label} hideLabel>
      {(field) => <Input placeholder={label} maxLength={1000} lang={lang} {...field} />}
    </FormField>
  )
}
