'use client'

import { useForm, useWatch } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import {
  PROPERTY_KEY_MAX_CHARACTERS,
  PROPERTY_LABEL_MAX_CHARACTERS,
  PROPERTY_TYPES,
  suggestKey,
} from '@/server/contact-properties/constants'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'
import { PropertyOptionsEditor } from './property-options-editor'
import { EMPTY_OPTION, type PropertyValues, toPropertyInput, toPropertyValues } from './property-values'

type PropertyFormProps = {
  /** The one to edit; its key is fixed. */
  property?: ContactProperty
  /** Initial values of a new one with a fixed key. */
  draft?: PropertyValues
  onSaved: () => void
}

export function PropertyForm({ property, draft, onSaved }: PropertyFormProps) {
  const t = useTranslations('properties')
  const common = useTranslations('common')
  const locale = useLocale()
  const { perform } = useMutationAction()
  const form = useForm<PropertyValues>({ defaultValues: draft ?? toPropertyValues(property) })
  const { control, formState } = form
  const type = useWatch({ control, name: 'type' })
  const { baseline, conflictDetection } = useConflictDetection(property, {
    toValues: toPropertyValues,
    describe: usePropertyDescription(),
  })
  const languages = locale === 'fr' ? (['fr', 'en'] as const) : (['en', 'fr'] as const)
  const isNewKey = !property && !draft

  function suggestKeyWhileUntouched() {
    if (!isNewKey || form.getFieldState('key').isDirty) return
    const { label } = form.getValues()
    form.setValue('key', suggestKey(label[languages[0]] || label[languages[1]]))
  }

  const save = async (values: PropertyValues) =>
    perform(async () => {
      const saved = baseline.current
      const input = toPropertyInput(values)
      if (saved) {
        const { id, type: typeAsRead, label, options } = saved
        await trpc.contactProperties.update.mutate({ id, ...input, asRead: { type: typeAsRead, label, options } })
      } else await trpc.contactProperties.create.mutate({ key: values.key, ...input })
      onSaved()
      return { success: t(saved ? 'saved' : 'created') }
    })

  return (
    <Form form={form} onSubmit={save} {...(property ? { conflictDetection } : {})}>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        {languages.map((language, index) => (
          <FormField
            key={language}
            control={control}
            name={`label.${language}`}
            label={t(language === 'en' ? 'fields.labelEn' : 'fields.labelFr')}
            {...(index === 0 ? { help: t('fields.labelHelp') } : { optional: true })}
          >
            {(field) => (
              <Input
                {...field}
                onChange={(event) => {
                  field.onChange(event)
                  suggestKeyWhileUntouched()
                }}
                lang={language}
                maxLength={PROPERTY_LABEL_MAX_CHARACTERS}
                autoComplete="off"
              />
            )}
          </FormField>
        ))}
        <FormField
          control={control}
          name="type"
          label={t('fields.type')}
          {...(property && type !== property.type ? { help: t('fields.typeChangeHelp') } : {})}
        >
          {(field) => (
            <Select
              {...field}
              onChange={(event) => {
                field.onChange(event)
                // A choice needs at least one.
                if (form.getValues('options').length === 0) form.setValue('options', [EMPTY_OPTION])
              }}
              options={PROPERTY_TYPES.map((value) => ({ value, label: t(`types.${value}`) }))}
            />
          )}
        </FormField>
        <FormField
          control={control}
          name="key"
          label={t('fields.key')}
          help={
            isNewKey
              ? t('fields.keyHelp')
              : t('fields.keyFixed', { placeholder: `{{property.${property?.key ?? draft?.key ?? ''}}}` })
          }
        >
          {(field) => (
            <Input
              {...field}
              readOnly={!isNewKey}
              maxLength={PROPERTY_KEY_MAX_CHARACTERS}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
            />
          )}
        </FormField>
      </div>
      {type === 'choice' && (
        <PropertyOptionsEditor form={form} languages={languages} storedValues={property?.options ?? []} />
      )}
      <FormActions>
        <Button type="submit" variant="primary" pending={formState.isSubmitting}>
          {property ? common('save') : t('create')}
        </Button>
      </FormActions>
    </Form>
  )
}

function usePropertyDescription() {
  const t = useTranslations('properties')
  return ({ type, label, options }: PropertyValues) =>
    [
      [t('fields.labelEn'), label.en],
      [t('fields.labelFr'), label.fr],
      [t('fields.type'), t(`types.${type}`)],
      [
        t('fields.options'),
        type === 'choice' ? options.map((option) => Object.values(option.label).join(' / ')).join('\n') : '',
      ],
    ] as const
}
