import { getLocale, getT } from '@/components/i18n/server'
import type { BulkAction } from '@/server/bulk-actions/schema'
import { formatPropertyValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'

/** The action in words, such as “Add the tag “vip””. */
export async function describeBulkAction(
  { action, recordName }: Pick<BulkAction, 'action' | 'recordName'>,
  properties: readonly ContactProperty[],
): Promise<string> {
  const [t, common] = await Promise.all([getT('bulkActions'), getT('common')])
  const name = recordName ?? ''
  switch (action.type) {
    case 'addTags':
    case 'removeTags':
      return t(`titles.${action.type}`, { name: action.tags.join(', ') })
    case 'setLocation':
      return recordName === null ? t('titles.clearLocation') : t('titles.setLocation', { name })
    case 'setCompany':
      return recordName === null ? t('titles.clearCompany') : t('titles.setCompany', { name })
    case 'setProperty':
      return describeProperty(action.customFields, properties)
    case 'setLanguage':
      return action.language === null
        ? t('titles.clearLanguage')
        : t('titles.setLanguage', { name: common(`language.${action.language}`) })
    case 'enrol':
    case 'sendSurvey':
      return t(`titles.${action.type}`, { name })
    default:
      return t(`titles.${action.type}`)
  }
}

async function describeProperty(
  customFields: Readonly<Record<string, unknown>>,
  properties: readonly ContactProperty[],
): Promise<string> {
  const [t, locale] = await Promise.all([getT('bulkActions'), getLocale()])
  const key = Object.keys(customFields)[0] ?? ''
  const value = customFields[key] ?? null
  const declared = properties.find((property) => property.key === key)
  const property = declared?.label[locale] ?? key
  if (value === null) return t('titles.clearProperty', { property })
  const text = declared ? formatPropertyValue(declared, value, locale) : JSON.stringify(value)
  return t('titles.setProperty', { property, name: text })
}
