import type { ChangeEvent, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { Input } from '@/components/ui/controls/input'
import { Textarea } from '@/components/ui/controls/textarea'
import { FormField } from '@/components/ui/forms/form'
import { writeOnlyText } from './draft-texts'
import type { SurveyDraft, TextName } from './draft-types'
import { useEditedLanguage } from './edited-language'

type WordingFieldProps = {
  form: UseFormReturn<SurveyDraft>
  name: TextName
  /** Where the service reports its errors, if not under `name`. */
  errorPath?: string
  label: ReactNode
  hideLabel?: boolean
  placeholder?: string
  optional?: boolean
  maxLength: number
  /** Of a text area. By default, the text has one line. */
  rows?: number
}

/** Edits a text in the chosen language. Below a translation is the text in the organization's language. */
export function WordingField({ form, name, errorPath = name, optional = false, ...props }: WordingFieldProps) {
  const { edited, first, isOnly } = useEditedLanguage()
  const { label, hideLabel = false, placeholder, maxLength, rows } = props
  const original = edited === first ? '' : form.getValues(`${name}.${first}`)
  return (
    <FormField
      key={edited}
      control={form.control}
      name={`${name}.${edited}`}
      // A text for everyone has no language in the service's errors.
      errorPath={isOnly ? errorPath : `${errorPath}.${edited}`}
      label={label}
      hideLabel={hideLabel}
      optional={optional && original === ''}
      help={
        original && (
          <span lang={first} dir="auto" className="wrap-anywhere">
            {original}
          </span>
        )
      }
    >
      {(field) => {
        const onChange = (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
          field.onChange(event)
          if (isOnly) form.setValue(name, writeOnlyText(event.target.value, edited), { shouldDirty: true })
        }
        const control = { ...field, onChange, maxLength, placeholder, lang: edited }
        return rows === undefined ? <Input {...control} /> : <Textarea rows={rows} {...control} />
      }}
    </FormField>
  )
}
