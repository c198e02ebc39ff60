'use client'

import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocale, useTranslations } from 'use-intl/react'
import { CompanyCombobox } from '@/components/master-data/master-data-combobox'
import { trpc, useParseCallError } from '@/components/trpc'
import { Button } from '@/components/ui/controls/button'
import { Checkbox } from '@/components/ui/controls/checkbox'
import { Input } from '@/components/ui/controls/input'
import { type Option, Select } from '@/components/ui/controls/select'
import { TextLink } from '@/components/ui/controls/text-link'
import { Form, FormActions, FormField } from '@/components/ui/forms/form'
import { SubmitButton } from '@/components/ui/forms/submit-button'
import { type LabeledFieldValue, useConflictDetection } from '@/components/ui/forms/use-conflict-detection'
import { useMutationAction } from '@/components/use-mutation-action'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { Contact } from '@/server/contacts/schema'
import { Link } from '../ui/controls/link'
import { ContactPropertyFields } from './contact-property-fields'
import { toChangedCustomFields, toPropertyTexts } from './contact-property-values'

type ContactFormProps = {
  contact?: Contact
  properties: readonly ContactProperty[]
  locations: readonly { id: string; name: string }[]
  company?: Option | null
  /** The contact unsubscribed themselves: only they can resubscribe. */
  isOptedOut?: boolean
}

/** Validation is the API's; its errors appear at the fields. */
export function ContactForm(props: ContactFormProps) {
  const { contact, properties, locations, company = null, isOptedOut = false } = props
  const t = useTranslations('contacts')
  const toFailure = useParseCallError()
  const common = useTranslations('common')
  const { perform } = useMutationAction()
  const form = useForm({ defaultValues: initialValues(contact, properties) })
  const { baseline, conflictDetection } = useConflictDetection(contact, {
    toValues: (current) => initialValues(current, properties),
    describe: useContactDescription(locations, company, properties),
  })
  const [existingContactId, setExistingContactId] = useState<string | null>(null)
  const { parsedPhone, showParsedPhone, clearParsedPhone } = useParsedPhone()

  async function save(values: Values) {
    const { id, createdAt: _created, updatedAt: _updated, customFields = {}, ...rest } = baseline.current ?? {}
    const changes = toChangedCustomFields(properties, values.properties, customFields)
    const hasChanges = Object.keys(changes).length > 0
    const input = { ...toInput(values), ...(hasChanges ? { customFields: changes } : {}) }
    if (id === undefined) return trpc.contacts.create.mutate(input)
    // Fields as read, so that the service can detect concurrent changes. Programs may write custom fields at any time.
    const asRead = { ...rest, ...(hasChanges ? { customFields } : {}) }
    return trpc.contacts.update.mutate({ id, ...input, unsubscribed: values.unsubscribed, asRead })
  }

  async function submit(values: Values) {
    setExistingContactId(null)
    try {
      await perform(async () => {
        await save(values)
        form.reset(values)
        return {
          success: contact ? t('savedToast') : t('created'),
          href: contact ? `/contacts/${contact.id}` : '/contacts',
        }
      })
    } catch (error) {
      const failure = toFailure(error)
      if (failure.code !== 'CONTACT_EXISTS') throw error
      form.setError('email', { type: 'server', message: t('exists') }, { shouldFocus: true })
      setExistingContactId(failure.contactId ?? null)
    }
  }

  return (
    <Form form={form} onSubmit={submit} {...(contact ? { conflictDetection } : {})}>
      <div className="grid gap-1.5">
        <FormField control={form.control} name="email" label={t('fields.email')}>
          {(field) => <Input type="email" autoComplete="off" {...field} />}
        </FormField>
        {existingContactId !== null && (
          <TextLink href={`/contacts/${existingContactId}`} className="justify-self-start text-13">
            {t('openExisting')}
          </TextLink>
        )}
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField control={form.control} name="firstName" label={t('fields.firstName')}>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="lastName" label={t('fields.lastName')} optional>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField
          control={form.control}
          name="phone"
          label={t('fields.phone')}
          help={parsedPhone === null ? t('fields.phoneHelp') : t('fields.phoneRead', { phone: parsedPhone })}
          optional
        >
          {(field) => (
            <Input
              type="tel"
              autoComplete="off"
              {...field}
              onChange={(event) => {
                field.onChange(event)
                clearParsedPhone()
              }}
              onBlur={() => {
                field.onBlur()
                void showParsedPhone(field.value)
              }}
            />
          )}
        </FormField>
        <FormField control={form.control} name="title" label={t('fields.title')} help={t('fields.titleHelp')} optional>
          {(field) => <Input autoComplete="off" {...field} />}
        </FormField>
        <FormField control={form.control} name="preferredLanguage" label={t('fields.preferredLanguage')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: '', label: t('fields.languageDefault') },
                { value: 'en', label: common('language.en') },
                { value: 'fr', label: common('language.fr') },
              ]}
            />
          )}
        </FormField>
        <FormField control={form.control} name="locationId" label={t('fields.location')}>
          {(field) => (
            <Select
              {...field}
              options={[
                { value: '', label: t('fields.noLocation') },
                ...locations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          )}
        </FormField>
        <FormField control={form.control} name="contactOrganizationId" label={t('fields.company')} optional>
          {(field) => <CompanyCombobox {...field} initialOption={company} keepsUnmatchedText />}
        </FormField>
      </div>
      <FormField control={form.control} name="tags" label={t('fields.tags')} help={t('fields.tagsHelp')} optional>
        {(field) => <Input autoComplete="off" {...field} />}
      </FormField>
      <ContactPropertyFields
        control={form.control}
        properties={properties}
        customFields={contact?.customFields ?? {}}
      />
      {contact && (
        <FormField control={form.control} name="unsubscribed" label={t('columns.status')}>
          {(field) => (
            <Checkbox
              label={t('fields.unsubscribed')}
              checked={field.value}
              disabled={isOptedOut}
              {...(isOptedOut ? { help: t('fields.optedOut') } : {})}
              onChange={(checked) => field.onChange(checked)}
            />
          )}
        </FormField>
      )}
      <FormActions>
        <SubmitButton form={form}>{contact ? t('save') : t('create')}</SubmitButton>
        <Button variant="ghost" asChild>
          <Link href={contact ? `/contacts/${contact.id}` : '/contacts'}>{common('cancel')}</Link>
        </Button>
      </FormActions>
    </Form>
  )
}

function useParsedPhone() {
  const [parsedPhone, setParsedPhone] = useState<string | null>(null)
  async function showParsedPhone(phone: string) {
    if (phone.trim() === '') return
    try {
      const { data } = await trpc.contacts.readPhone.query({ phone })
      setParsedPhone(data.read)
    } catch {
      // A hint only: validation happens on save.
      setParsedPhone(null)
    }
  }
  return { parsedPhone, showParsedPhone, clearParsedPhone: () => setParsedPhone(null) }
}

type Values = ReturnType<typeof initialValues>

function initialValues(contact: Contact | undefined, properties: readonly ContactProperty[]) {
  const orEmpty = (text: string | null | undefined) => text ?? ''
  return {
    email: orEmpty(contact?.email),
    firstName: orEmpty(contact?.firstName),
    lastName: orEmpty(contact?.lastName),
    phone: orEmpty(contact?.phone),
    title: orEmpty(contact?.title),
    preferredLanguage: contact?.preferredLanguage ?? ('' as const),
    locationId: orEmpty(contact?.locationId),
    contactOrganizationId: orEmpty(contact?.contactOrganizationId),
    tags: orEmpty(contact?.tags.join(', ')),
    unsubscribed: contact?.unsubscribed ?? false,
    properties: toPropertyTexts(properties, contact?.customFields ?? {}),
  }
}

function useContactDescription(
  locations: ContactFormProps['locations'],
  company: Option | null,
  properties: readonly ContactProperty[],
) {
  const language = useLocale()
  const t = useTranslations('contacts')
  const common = useTranslations('common')
  const companyName = (id: string) =>
    id === '' ? t('fields.noCompany') : id === company?.value ? company.label : t('fields.otherCompany')
  return (values: Values): LabeledFieldValue[] => [
    [t('fields.email'), values.email],
    [t('fields.firstName'), values.firstName],
    [t('fields.lastName'), values.lastName],
    [t('fields.phone'), values.phone],
    [t('fields.title'), values.title],
    [
      t('fields.preferredLanguage'),
      values.preferredLanguage === '' ? t('fields.languageDefault') : common(`language.${values.preferredLanguage}`),
    ],
    [t('fields.location'), locations.find(({ id }) => id === values.locationId)?.name ?? t('fields.noLocation')],
    [t('fields.company'), companyName(values.contactOrganizationId)],
    [t('fields.tags'), values.tags],
    [t('fields.unsubscribed'), values.unsubscribed ? common('yes') : common('no')],
    ...properties.map(({ id, label }) => [label[language], values.properties[id] ?? ''] as const),
  ]
}

function toInput(values: Values) {
  const textOrNull = (text: string) => (text.trim() === '' ? null : text)
  return {
    email: values.email,
    firstName: values.firstName,
    lastName: textOrNull(values.lastName),
    phone: textOrNull(values.phone),
    title: textOrNull(values.title),
    preferredLanguage: values.preferredLanguage === '' ? null : values.preferredLanguage,
    locationId: textOrNull(values.locationId),
    contactOrganizationId: textOrNull(values.contactOrganizationId),
    tags: [...new Set(values.tags.split(',').flatMap((tag) => tag.trim() || []))],
  }
}
