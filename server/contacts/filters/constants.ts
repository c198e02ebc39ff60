/* Constants without server dependencies; also loaded by browsers. */

export const DELIVERABILITY = ['reachable', 'bounced'] as const

export const FILTER_LANGUAGES = ['en', 'fr', 'none'] as const

/** Longer keys of custom fields have no lexeme (contact_filter_terms.sql). */
export const FILTERABLE_KEY_MAX_CHARACTERS = 50

export const FILTER_DAYS_MAX = 3650

export const PROPERTY_CONDITIONS_MAX = 10

export const PROPERTY_OPERATORS = ['is', 'isNot', 'atLeast', 'atMost', 'isSet', 'isNotSet'] as const
export type PropertyOperator = (typeof PROPERTY_OPERATORS)[number]

export type PropertyCondition = { key: string; operator: PropertyOperator; value: string }

const SYMBOLS = { isNot: '!=', atLeast: '>=', atMost: '<=', is: '=' } as const

/**
 * Parses one condition on a custom field, as in an address: `plan=pro`, `plan!=pro`, `seats>=10`, `seats<=20`, `plan` (has a value),
 * `!plan` (has none).
 * @returns null if it has no key
 */
export function parsePropertyCondition(text: string): PropertyCondition | null {
  const match = /^([^=<>!]+)(?:(!=|>=|<=|=)(.*))?$/su.exec(text)
  if (match) {
    const [, key = '', symbol, value = ''] = match
    const operator = Object.entries(SYMBOLS).find(([, each]) => each === symbol)?.[0] as PropertyOperator | undefined
    return key.trim() === '' ? null : { key: key.trim(), operator: operator ?? 'isSet', value: value.trim() }
  }
  const key = /^!([^=<>!]+)$/su.exec(text)?.[1]?.trim()
  return key ? { key, operator: 'isNotSet', value: '' } : null
}

export function formatPropertyCondition({ key, operator, value }: PropertyCondition): string {
  if (operator === 'isSet') return key
  return operator === 'isNotSet' ? `!${key}` : `${key}${SYMBOLS[operator]}${value}`
}
