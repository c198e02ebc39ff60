'use client'

import { Plus, X } from 'lucide-react'
import { Controller, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { REVIEW_LINKS_MAX } from '@/server/organizations/constants'
import type { ReviewLinkSettings } from '@/server/organizations/schema'
import { trpc } from '../trpc'
import { Button } from '../ui/controls/button'
import { Checkbox } from '../ui/controls/checkbox'
import { IconButton } from '../ui/controls/icon-button'
import { Input } from '../ui/controls/input'
import { Select } from '../ui/controls/select'
import { Form, FormActions, FormField } from '../ui/forms/form'
import { SubmitButton } from '../ui/forms/submit-button'
import { useConflictDetection } from '../ui/forms/use-conflict-detection'
import { useMutationAction } from '../use-mutation-action'

export type ReviewLinksFormProps = {
  settings: ReviewLinkSettings
  locations: readonly { id: string; name: string }[]
}

/** Links are shown after a survey to all respondents or to none. */
export function ReviewLinksForm({ settings, locations }: ReviewLinksFormProps) {
  const t = useTranslations('reviews.links')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: formFields(settings) })
  const { baseline, conflictDetection } = useConflictDetection(settings, {
    toValues: formFields,
    describe: (fields) => [
      [t('title'), fields.links.map(({ label, url }) => `${label} ${url}`).join(', ')],
      [t('show'), fields.showsOnThankYouPage ? t('yes') : t('no')],
    ],
  })

  const save = async ({ links, showsOnThankYouPage }: Fields) =>
    perform(async () => {
      const { data } = await trpc.settings.updateReviewLinks.mutate({
        links: links.map((link) => ({ ...link, locationId: link.locationId || null })),
        showsOnThankYouPage,
        asRead: baseline.current,
      })
      conflictDetection.setBaseline(data)
      form.reset(formFields(data))
      return { success: t('saved') }
    })

  return (
    <Form form={form} onSubmit={save} conflictDetection={conflictDetection}>
      <Links form={form} locations={locations} />
      <Controller
        control={form.control}
        name="showsOnThankYouPage"
        render={({ field }) => (
          <Checkbox label={t('show')} help={t('why')} checked={field.value} onChange={field.onChange} />
        )}
      />
      <FormActions>
        <SubmitButton form={form}>{t('save')}</SubmitButton>
      </FormActions>
    </Form>
  )
}

function Links({ form, locations }: { form: UseFormReturn<Fields>; locations: ReviewLinksFormProps['locations'] }) {
  const t = useTranslations('reviews.links')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'links', keyName: 'key' })
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('title')}</legend>
      {fields.map((field, index) => (
        <div key={field.key} className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
          <div className="grid gap-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2fr)]">
            <FormField control={form.control} name={`links.${index}.label`} label={t('label')} hideLabel={index > 0}>
              {(input) => <Input {...input} maxLength={60} placeholder="Google" autoComplete="off" />}
            </FormField>
            <FormField control={form.control} name={`links.${index}.url`} label={t('url')} hideLabel={index > 0}>
              {(input) => <Input {...input} type="url" maxLength={1000} placeholder="https://" autoComplete="off" />}
            </FormField>
            <FormField
              control={form.control}
              name={`links.${index}.locationId`}
              label={t('location')}
              hideLabel={index > 0}
            >
              {(input) => (
                <Select
                  {...input}
                  placeholder={t('everywhere')}
                  options={locations.map(({ id, name }) => ({ value: id, label: name }))}
                />
              )}
            </FormField>
          </div>
          <div className={index > 0 ? '' : 'pt-6'}>
            <IconButton icon={X} label={t('remove', { number: index + 1 })} onClick={() => remove(index)} />
          </div>
        </div>
      ))}
      {fields.length < REVIEW_LINKS_MAX && (
        <div>
          <Button size="small" onClick={() => append({ label: '', url: '', locationId: '' })}>
            <Plus size={14} aria-hidden />
            {t('add')}
          </Button>
        </div>
      )}
    </fieldset>
  )
}

type Fields = ReturnType<typeof formFields>

function formFields({ links, showsOnThankYouPage }: ReviewLinkSettings) {
  return { links: links.map((link) => ({ ...link, locationId: link.locationId ?? '' })), showsOnThankYouPage }
}
