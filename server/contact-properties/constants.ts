/* Plain values that browsers load too. */

export const PROPERTY_TYPES = ['text', 'number', 'date', 'boolean', 'choice'] as const
export type PropertyType = (typeof PROPERTY_TYPES)[number]

export const PROPERTIES_MAX = 50
export const PROPERTY_KEY_MAX_CHARACTERS = 50
export const PROPERTY_LABEL_MAX_CHARACTERS = 60
export const PROPERTY_OPTIONS_MAX = 100

/** The newest contacts that usage counts and undeclared keys are read from. */
export const PROPERTY_SAMPLE_SIZE = 2000

export type PropertyDefinition = {
  key: string
  type: PropertyType
  label: { en: string; fr: string }
  options: readonly { value: string; label: { en: string; fr: string } }[]
}

/** Whether a value of `customFields` is one of the declared type. Numbers fit a text: programs send codes and ids as either. */
export function fitsProperty({ type, options }: Pick<PropertyDefinition, 'type' | 'options'>, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string' || typeof value === 'number'
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'date':
      return typeof value === 'string' && isCalendarDate(value)
    case 'choice':
      return options.some((option) => option.value === value)
  }
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** "Customer since" → `customer_since`. */
export function suggestKey(label: string): string {
  return label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, PROPERTY_KEY_MAX_CHARACTERS)
}
