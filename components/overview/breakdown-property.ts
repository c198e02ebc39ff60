import { formatPropertyValue } from '@/server/contact-properties/format-property-value'
import type { ContactProperty } from '@/server/contact-properties/schema'
import { formatPropertyCondition, type PropertyOperator } from '@/server/contacts/filters/constants'
import type { Locale } from '@/server/messages/locale'

const PREFIX = 'property:'

/** `plan` → `property:plan`, as `by` in the address of the overview. */
export function toBreakdownParam(key: string): string {
  return `${PREFIX}${key}`
}

export function findBreakdownProperty(
  param: string | undefined,
  properties: readonly ContactProperty[],
): ContactProperty | undefined {
  return properties.find(({ key }) => toBreakdownParam(key) === param)
}

/** @param value text of a value of the breakdown; of a date, the year */
export function formatBreakdownValue(property: ContactProperty, value: string, locale: Locale): string {
  if (property.type === 'date') return value
  const typed = property.type === 'number' ? Number(value) : property.type === 'boolean' ? value === 'true' : value
  return formatPropertyValue(property, typed, locale)
}

/** The list of contacts with that value. */
export function contactsHref({ key, type }: ContactProperty, value: string): string {
  const condition = (operator: PropertyOperator, text: string) =>
    `property=${encodeURIComponent(formatPropertyCondition({ key, operator, value: text }))}`
  const conditions =
    type === 'date'
      ? [condition('atLeast', `${value}-01-01`), condition('atMost', `${value}-12-31`)]
      : [condition('is', value)]
  return `/contacts?${conditions.join('&')}`
}
