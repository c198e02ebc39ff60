import { fitsProperty } from '@/server/contact-properties/constants'
import type { ContactProperty } from '@/server/contact-properties/schema'

/** Texts of inputs, by id of the property. */
export type PropertyTexts = Record<string, string>

type CustomFields = Readonly<Record<string, unknown>>

/** A value that does not fit its type has no text: it stays stored until another value is entered. */
export function toPropertyTexts(properties: readonly ContactProperty[], customFields: CustomFields): PropertyTexts {
  return Object.fromEntries(
    properties.map((property) => {
      const value = customFields[property.key]
      return [property.id, fitsProperty(property, value) ? String(value) : '']
    }),
  )
}

/** The custom fields that differ from the stored ones; null removes one. Text that is no number is sent as it is, to be refused. */
export function toChangedCustomFields(
  properties: readonly ContactProperty[],
  texts: PropertyTexts,
  customFields: CustomFields,
): Record<string, unknown> {
  const stored = toPropertyTexts(properties, customFields)
  return Object.fromEntries(
    properties
      .map((property) => ({ property, text: (texts[property.id] ?? '').trim() }))
      .filter(({ property, text }) => text !== stored[property.id])
      .map(({ property, text }) => [property.key, text === '' ? null : parseText(property, text)]),
  )
}

function parseText({ type }: ContactProperty, text: string): unknown {
  if (type === 'boolean') return text === 'true'
  if (type !== 'number') return text
  const number = Number(text.replace(/\s/g, '').replace(',', '.'))
  return Number.isFinite(number) ? number : text
}
