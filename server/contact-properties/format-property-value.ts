import { type Locale, toLanguageTag } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { fitsProperty, type PropertyDefinition } from './constants'

/**
 * A value of a declared property in the reader's language: `3 May 2021`, `1,234.5`, the label of a choice. A value that does not fit the
 * type is returned as it is stored; a missing one is empty.
 */
export function formatPropertyValue(
  property: Pick<PropertyDefinition, 'type' | 'options'>,
  value: unknown,
  locale: Locale,
): string {
  if (!fitsProperty(property, value)) return formatUndeclaredValue(value, locale)
  switch (property.type) {
    case 'number':
      return numberFormats[locale].format(value as number)
    case 'date':
      return dateFormats[locale].format(new Date(`${value as string}T00:00:00Z`))
    case 'choice':
      return property.options.find((option) => option.value === value)?.label[locale] ?? ''
    default:
      return formatUndeclaredValue(value, locale)
  }
}

/** Text and numbers as they are stored, yes or no in the reader's language, lists and objects as JSON. */
export function formatUndeclaredValue(value: unknown, locale: Locale): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return getTranslator(locale, 'common')(value ? 'yes' : 'no')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const byLocale = <Format>(create: (tag: string) => Format) => ({
  en: create(toLanguageTag('en')),
  fr: create(toLanguageTag('fr')),
})

// Four digits are not grouped, because many are years.
const numberFormats = byLocale((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 20, useGrouping: 'min2' }))
const dateFormats = byLocale((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }))
