import type { Locale } from './locale'
import { type ErrorMessageValues, type LocalizableMessage, parseLocalizableMessage } from './localizable-message'
import { getTranslator } from './message-catalogue'

const LISTS = {
  en: { or: new Intl.ListFormat('en-GB', { type: 'disjunction' }), and: new Intl.ListFormat('en-GB') },
  fr: { or: new Intl.ListFormat('fr', { type: 'disjunction' }), and: new Intl.ListFormat('fr') },
} satisfies Record<Locale, Record<'or' | 'and', Intl.ListFormat>>

export function translateLocalizableMessage(locale: Locale, message: LocalizableMessage): string {
  const { key, values } = parseLocalizableMessage(message)
  const formatted = Object.entries(values).map(([name, value]) => [name, formatValue(locale, value)])
  return getTranslator(locale, 'errors')(key, Object.fromEntries(formatted))
}

function formatValue(locale: Locale, value: ErrorMessageValues[string]): string | number {
  if (typeof value === 'string' || typeof value === 'number') return value
  return 'all' in value ? LISTS[locale].and.format(value.all) : LISTS[locale].or.format(value)
}
