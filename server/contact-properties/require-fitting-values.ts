import { type FieldErrors, ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { fitsProperty } from './constants'
import { loadContactProperties } from './contact-properties'

/**
 * Checks values that a member typed. Undeclared keys may have any value, null removes a key.
 * @throws {ValidationError} with `customFields.<key>` for each value that does not fit its declared property
 */
export async function requireFittingValues(
  organizationId: string,
  customFields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const details: FieldErrors = {}
  for (const property of await loadContactProperties(organizationId)) {
    const value = customFields[property.key] ?? null
    if (value === null || fitsProperty(property, value)) continue
    details[`customFields.${property.key}`] = [localizableMessage(`property.${property.type}`)]
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}
