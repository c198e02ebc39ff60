import type { FieldErrors } from '../../errors'
import { localizableMessage } from '../../messages/localizable-message'
import { codePointLength } from '../../validation/schema'
import { FIELD_VALUE_MAX_CHARACTERS, type FieldValues, RESERVED_FIELD_IDS } from './constants'
import type { SurveyField } from './schema'

export function asStoredFields(json: unknown): SurveyField[] {
  return json as SurveyField[]
}

export function asStoredFieldValues(json: unknown): FieldValues {
  return json as FieldValues
}

/** @returns errors under `fields.<index>.id` for ids that are used twice or mean something else in an address */
export function findFieldErrors(fields: readonly SurveyField[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const [index, { id }] of fields.entries()) {
    const isDuplicate = fields.findIndex((other) => other.id === id) < index
    if (isDuplicate) errors[`fields.${index}.id`] = [localizableMessage('survey.fieldIdTaken')]
    if (RESERVED_FIELD_IDS.includes(id)) errors[`fields.${index}.id`] = [localizableMessage('survey.fieldIdReserved')]
  }
  return errors
}

/**
 * Values of the declared fields that are not signed.
 * @param params of an address, or fields of a form, whose names have a prefix
 * @returns without parameters that are not declared, empty, too long or of several lines
 */
export function readFieldValues(fields: readonly SurveyField[], params: URLSearchParams, prefix = ''): FieldValues {
  const values = fields.map(({ id, signed }) => [id, signed ? '' : normalizeFieldValue(params.get(prefix + id))])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** Values of the declared fields that are signed. @param claims of a token that was accepted */
export function pickSignedValues(fields: readonly SurveyField[], claims: FieldValues): FieldValues {
  const signed = fields.filter(({ id, signed: isSigned }) => isSigned && Object.hasOwn(claims, id))
  const values = signed.map(({ id }) => [id, normalizeFieldValue(claims[id] ?? null)])
  return Object.fromEntries(values.filter(([, value]) => value !== ''))
}

/** @returns empty for a value that is not taken */
function normalizeFieldValue(value: string | null): string {
  const text = (value ?? '').trim()
  const isTaken = text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
  return isTaken && codePointLength(text) <= FIELD_VALUE_MAX_CHARACTERS ? text : ''
}
