'use client'

import { Plus, X } from 'lucide-react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { PROPERTY_LABEL_MAX_CHARACTERS, PROPERTY_OPTIONS_MAX } from '@/server/contact-properties/constants'
import type { Language } from '@/server/validation/schema'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { Input } from '../ui/controls/input'
import { FormField } from '../ui/forms/form'
import { EMPTY_OPTION, type PropertyValues } from './property-values'

type PropertyOptionsEditorProps = {
  form: UseFormReturn<PropertyValues>
  languages: readonly Language[]
  /** Their stored values are fixed: contacts may have them. */
  storedValues: readonly { value: string }[]
}

export function PropertyOptionsEditor({ form, languages, storedValues }: PropertyOptionsEditorProps) {
  const t = useTranslations('properties.fields')
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'options', keyName: 'rowKey' })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-13 font-medium">{t('options')}</legend>
      <p className="text-13 text-ink-faint">{t('valueHelp')}</p>
      <div aria-hidden className="grid grid-cols-3 gap-2 pr-9 text-12 text-ink-soft max-sm:hidden">
        {languages.map((language) => (
          <span key={language}>{t(language === 'en' ? 'english' : 'french')}</span>
        ))}
        <span>{t('value')}</span>
      </div>
      {fields.map((row, index) => (
        <div
          key={row.rowKey}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 max-sm:border-b max-sm:pb-2"
        >
          <div className="grid gap-2 sm:grid-cols-3">
            {languages.map((language) => (
              <FormField
                key={language}
                control={control}
                name={`options.${index}.label.${language}`}
                label={t(language === 'en' ? 'optionEn' : 'optionFr', { number: index + 1 })}
                hideLabel
              >
                {(field) => (
                  <Input
                    {...field}
                    placeholder={t(language === 'en' ? 'english' : 'french')}
                    lang={language}
                    maxLength={PROPERTY_LABEL_MAX_CHARACTERS}
                    autoComplete="off"
                  />
                )}
              </FormField>
            ))}
            <FormField
              control={control}
              name={`options.${index}.value`}
              label={t('optionValue', { number: index + 1 })}
              hideLabel
            >
              {(field) => (
                <Input
                  {...field}
                  placeholder={t('value')}
                  readOnly={row.value !== '' && storedValues.some(({ value }) => value === row.value)}
                  maxLength={100}
                  autoComplete="off"
                  className="font-mono"
                />
              )}
            </FormField>
          </div>
          <IconButton
            icon={X}
            label={t('removeOption', { number: index + 1 })}
            size="small"
            className="mt-0.5 pointer-coarse:mt-1"
            disabled={fields.length === 1}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      {fields.length < PROPERTY_OPTIONS_MAX && (
        <div>
          <Button variant="ghost" size="small" onClick={() => append(EMPTY_OPTION)}>
            <Plus size={14} aria-hidden />
            {t('addOption')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
