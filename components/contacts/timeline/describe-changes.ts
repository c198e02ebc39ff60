import { getLocale, getT } from '@/components/i18n/server'
import { formatPropertyValue, formatUndeclaredValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'
import type { TimelineEntry } from '@/server/contacts/timeline/schema'

type Change = Extract<TimelineEntry, { kind: 'changed' }>['changes'][number]

const CUSTOM_FIELD_PREFIX = 'customFields.'
const FIELD_LABELS = {
  email: 'fields.email',
  firstName: 'fields.firstName',
  lastName: 'fields.lastName',
  phone: 'fields.phone',
  title: 'fields.title',
  preferredLanguage: 'fields.preferredLanguage',
  locationId: 'fields.location',
  contactOrganizationId: 'fields.company',
} as const

/** Changed fields in words: `First name: Ada → Augusta`. */
export async function describeChanges(
  changes: readonly Change[],
  properties: readonly ContactProperty[],
): Promise<string[]> {
  const [t, contacts, common, locale] = await Promise.all([
    getT('timeline'),
    getT('contacts'),
    getT('common'),
    getLocale(),
  ])
  const formatValue = (value: unknown) => formatUndeclaredValue(value, locale) || t('none')
  const describe = (label: string, before: string, after: string) => t('field', { label, before, after })

  function describeTags({ before, after }: Change): string[] {
    const [stored, changed] = [before, after].map((tags) => (Array.isArray(tags) ? tags.map(String) : []))
    const added = changed?.filter((tag) => !stored?.includes(tag)) ?? []
    const removed = stored?.filter((tag) => !changed?.includes(tag)) ?? []
    return [
      ...(added.length > 0 ? [t('addedTags', { tags: added.join(', ') })] : []),
      ...(removed.length > 0 ? [t('removedTags', { tags: removed.join(', ') })] : []),
    ]
  }

  function describeCustomField(key: string, { before, after }: Change): string {
    const property = properties.find((candidate) => candidate.key === key)
    if (!property) return describe(key, formatValue(before), formatValue(after))
    const format = (value: unknown) => formatPropertyValue(property, value, locale) || t('none')
    return describe(property.label[locale], format(before), format(after))
  }

  function describeField(field: keyof typeof FIELD_LABELS, { before, after }: Change): string {
    const isReference = field === 'locationId' || field === 'contactOrganizationId'
    const format = (value: unknown) => {
      if (field === 'preferredLanguage')
        return value === 'en' || value === 'fr' ? common(`language.${value}`) : contacts('fields.languageDefault')
      return isReference && value === '' ? t('deletedRecord') : formatValue(value)
    }
    return describe(contacts(FIELD_LABELS[field]), format(before), format(after))
  }

  return changes.flatMap((change) => {
    const { field, after } = change
    if (field === 'tags') return describeTags(change)
    if (field === 'unsubscribed') return [t(after === true ? 'wasUnsubscribed' : 'wasResubscribed')]
    if (field.startsWith(CUSTOM_FIELD_PREFIX))
      return [describeCustomField(field.slice(CUSTOM_FIELD_PREFIX.length), change)]
    return field in FIELD_LABELS ? [describeField(field as keyof typeof FIELD_LABELS, change)] : []
  })
}
