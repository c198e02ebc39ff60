import type { FieldErrors } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { loadContactProperties } from './contact-properties'
import { filterUsedKeys } from './property-usage-queries'

/** A placeholder without a fallback, and the path of the text that has it. */
export type PropertyReference = { field: string; key: string; source: string }

/**
 * Errors of placeholders without a fallback whose property is neither declared nor a custom field of a recent contact: most likely
 * misspelled, and empty for everyone.
 */
export async function findUndeclaredPropertyErrors(
  organizationId: string,
  named: readonly PropertyReference[],
): Promise<FieldErrors> {
  if (named.length === 0) return {}
  const declaredKeys = (await loadContactProperties(organizationId)).map(({ key }) => key)
  const undeclared = named.filter(({ key }) => !declaredKeys.includes(key))
  if (undeclared.length === 0) return {}
  const usedKeys = await filterUsedKeys(organizationId, [...new Set(undeclared.map(({ key }) => key))])
  return Object.fromEntries(
    undeclared
      .filter(({ key }) => !usedKeys.includes(key))
      .toReversed()
      .map(({ field, key, source }) => [
        field,
        [localizableMessage('sequence.unknownProperty', { placeholder: source, key })],
      ]),
  )
}
