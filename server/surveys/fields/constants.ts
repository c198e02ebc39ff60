/* Hidden fields of a survey: values that the address of its page brings. Loaded by browsers. */

export const MAX_FIELDS = 20
export const FIELD_VALUE_MAX_CHARACTERS = 200

/** Parameters of survey pages with a meaning of their own. */
export const RESERVED_FIELD_IDS = ['lang', 'score', 'view', 'sent', 'change', 'embed', 'token']

/** Of the inputs of a form that carry the values; those of answers begin with `q.`. */
export const FIELD_PARAMETER_PREFIX = '_f.'

/** Parses a filter by a field, as in an address: `order=4711`. @returns null without an id or a value */
export function parseFieldCondition(text: string): { key: string; value: string } | null {
  const [key = '', value = ''] = text.split(/=(.*)/s).map((part) => part.trim())
  return key === '' || value === '' ? null : { key, value }
}

/** By the id of a field. */
export type FieldValues = Readonly<Record<string, string>>
