import type { Locale } from '../messages/locale'
import { PROPERTY_PLACEHOLDER_PREFIX } from '../messaging/constants'
import { sanitizeText } from '../messaging/templates/sanitize-name'
import { fitsProperty, type PropertyDefinition } from './constants'
import { formatPropertyValue, formatUndeclaredValue } from './format-property-value'

/**
 * Values of `{{property.<key>}}` for a recipient, in their language. Values that do not fit their declared type are left out, as are
 * undeclared lists and objects, so that a fallback takes their place.
 */
export function buildPropertyPlaceholders(
  customFields: Readonly<Record<string, unknown>>,
  properties: readonly PropertyDefinition[],
  locale: Locale,
): Record<string, string> {
  const propertyByKey = new Map(properties.map((property) => [property.key, property]))
  return Object.fromEntries(
    Object.entries(customFields).map(([key, value]) => [
      `${PROPERTY_PLACEHOLDER_PREFIX}${key}`,
      formatForMessage(propertyByKey.get(key), value, locale),
    ]),
  )
}

function formatForMessage(property: PropertyDefinition | undefined, value: unknown, locale: Locale): string {
  if (typeof value === 'object' || (property && !fitsProperty(property, value))) return ''
  const isOwnText = property === undefined || property.type === 'text'
  if (!isOwnText) return formatPropertyValue(property, value, locale)
  return sanitizeText(formatUndeclaredValue(value, locale))
}
