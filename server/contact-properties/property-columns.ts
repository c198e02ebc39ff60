import { toPlainWords } from '../imports/columns/plain-words'
import type { Cell } from '../imports/files/table-row'
import type { Locale } from '../messages/locale'
import { fitsProperty, type PropertyDefinition } from './constants'
import { formatUndeclaredValue } from './format-property-value'

/**
 * The columns of properties in a file: headed by the label, followed by the key if the label has no letters or another column has such a
 * heading, so that an import of the file recognizes each.
 */
export function buildPropertyColumns(
  properties: readonly PropertyDefinition[],
  otherHeaders: readonly string[],
  locale: Locale,
): { key: string; header: string }[] {
  const listNames = ({ key, label }: PropertyDefinition) => [...new Set([key, label.en, label.fr].map(toPlainWords))]
  const uses = new Map<string, number>()
  for (const name of [...otherHeaders.map(toPlainWords), ...properties.flatMap(listNames)])
    uses.set(name, (uses.get(name) ?? 0) + 1)
  return properties.map((property) => {
    const { key, label } = property
    const isPlain = toPlainWords(label[locale]) !== '' && listNames(property).every((name) => uses.get(name) === 1)
    return { key: toPropertyColumnKey(key), header: isPlain ? label[locale] : `${label[locale]} (${key})` }
  })
}

/** The values of properties in a row of a file, by column. */
export function toPropertyCells(
  properties: readonly PropertyDefinition[],
  customFields: Readonly<Record<string, unknown>>,
  locale: Locale,
): Record<string, Cell> {
  return Object.fromEntries(
    properties.map((property) => [
      toPropertyColumnKey(property.key),
      toPropertyCell(property, customFields[property.key], locale),
    ]),
  )
}

function toPropertyColumnKey(key: string): string {
  return `property: ${key}`
}

function toPropertyCell(property: PropertyDefinition, value: unknown, locale: Locale): Cell {
  if (!fitsProperty(property, value)) return formatUndeclaredValue(value, locale)
  switch (property.type) {
    case 'number':
    case 'boolean':
      return value as number | boolean
    case 'date':
      return { isoDate: value as string }
    case 'choice':
      return toChoiceCell(property, value, locale)
    default:
      return String(value)
  }
}

/** The label, or the value if an import would read the label as another choice. */
function toChoiceCell({ options }: PropertyDefinition, value: unknown, locale: Locale): string {
  const label = options.find((option) => option.value === value)?.label[locale] ?? ''
  const others = options.filter((option) => option.value !== value)
  const names = others.flatMap((option) => [option.value, option.label.en, option.label.fr].map(toPlainWords))
  const isAmbiguous = toPlainWords(label) === '' || names.includes(toPlainWords(label))
  return isAmbiguous ? String(value) : label
}
