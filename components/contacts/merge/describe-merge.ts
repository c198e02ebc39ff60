import { getLocale, getT } from '@/components/i18n/server'
import { formatPropertyValue, formatUndeclaredValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { listFieldsToFill, MERGE_FIELDS, type MergeField } from '@/server/contacts/merge/constants'
import type { Contact } from '@/server/contacts/schema'
import type { MergeRow } from './contact-merge-form'

const LABELS = {
  email: 'fields.email',
  firstName: 'fields.firstName',
  lastName: 'fields.lastName',
  phone: 'fields.phone',
  title: 'fields.title',
  preferredLanguage: 'fields.preferredLanguage',
  locationId: 'fields.location',
  contactOrganizationId: 'fields.company',
} as const satisfies Record<MergeField, string>

/** @param names of locations and companies, by id */
export async function buildMergeRows(
  kept: Contact,
  other: Contact,
  names: ReadonlyMap<string, string>,
): Promise<MergeRow[]> {
  const [t, common] = await Promise.all([getT('contacts'), getT('common')])
  const toFill = listFieldsToFill(kept, other)
  const format = (field: MergeField, value: string | null) => {
    if (field === 'locationId' || field === 'contactOrganizationId') return names.get(value ?? '') ?? null
    const isLanguage = field === 'preferredLanguage' && (value === 'en' || value === 'fr')
    return isLanguage ? common(`language.${value}`) : value || null
  }
  return MERGE_FIELDS.map((field) => ({
    field,
    label: t(LABELS[field]),
    kept: format(field, kept[field]),
    other: format(field, other[field]),
    initial: toFill.includes(field) ? 'other' : 'kept',
  }))
}

/** What the merged contact has of both. */
export async function describeCombinedValues(
  kept: Contact,
  other: Contact,
  properties: readonly ContactProperty[],
): Promise<{ label: string; value: string }[]> {
  const [t, locale] = await Promise.all([getT('merge'), getLocale()])
  const tags = [...new Set([...kept.tags, ...other.tags])]
  const fields = Object.entries({ ...other.customFields, ...kept.customFields }).map(([key, value]) => {
    const property = properties.find((candidate) => candidate.key === key)
    const text = property ? formatPropertyValue(property, value, locale) : formatUndeclaredValue(value, locale)
    return t('pair', { label: property?.label[locale] ?? key, value: text })
  })
  return [
    { label: t('tags'), value: tags.join(', ') },
    { label: t('customFields'), value: fields.join(' · ') },
    { label: t('consent'), value: kept.unsubscribed || other.unsubscribed ? t('consentUnsubscribed') : '' },
  ].filter(({ value }) => value !== '')
}
