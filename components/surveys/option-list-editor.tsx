import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Button } from '@/components/ui/controls/button'
import { IconButton } from '@/components/ui/controls/icon-button'
import { MAX_OPTIONS, MAX_ROWS, mayHaveOther, WORDING_MAX_CHARACTERS } from '@/server/surveys/constants'
import type { QuestionType } from '@/server/surveys/schema'
import type { SurveyDraft } from './draft-types'
import { createOptionDraft, createOtherOptionDraft } from './question-draft'
import { WordingField } from './wording-field'

type OptionListEditorProps = {
  form: UseFormReturn<SurveyDraft>
  index: number
  type: QuestionType
  /** Rows of a matrix. */
  list?: 'options' | 'rows'
}

export function OptionListEditor({ form, index, type, list = 'options' }: OptionListEditorProps) {
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
      {fields.map((field, optionIndex) => {
        const label = t(isRows ? 'row' : 'option', { number: optionIndex + 1 })
        return (
          <div key={field.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
            <WordingField
              form={form}
              name={`${name}.${optionIndex}.label`}
              label={label}
              hideLabel
              placeholder={label}
              maxLength={WORDING_MAX_CHARACTERS}
            />
            <IconButton
              icon={X}
              label={t(isRows ? 'removeRow' : 'removeOption', { number: optionIndex + 1 })}
              size="small"
              className="mt-0.5 pointer-coarse:mt-1"
              disabled={fields.length <= (isRows ? 1 : 2)}
              onClick={() => remove(optionIndex)}
            />
          </div>
        )
      })}
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
            <Button variant="ghost" size="small" onClick={() => append(createOtherOptionDraft())}>
              <Plus size={14} aria-hidden />
              {t('addOther')}
            </Button>
          )}
        </div>
      )}
    </fieldset>
  )
}
