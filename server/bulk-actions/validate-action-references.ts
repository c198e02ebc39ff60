import { requireFittingValues } from '../contact-properties/require-fitting-values'
import type { Tx } from '../db'
import { type FieldErrors, ValidationError } from '../errors'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'
import { type EnrolmentAction, resolveEnrolment } from './enrol-contacts'
import type { BulkActionParameters } from './schema'

/**
 * Checks what an action refers to.
 * @returns the name of its location, company, sequence or survey; null without one
 * @throws {ValidationError} with the field of `action` that cannot be used @throws {NotFound} @throws {SequenceInactive}
 */
export async function validateActionReferences(
  tx: Tx,
  organizationId: string,
  action: BulkActionParameters,
): Promise<string | null> {
  switch (action.type) {
    case 'setLocation':
      return action.locationId === null ? null : resolveLocationName(tx, organizationId, action.locationId)
    case 'setCompany':
      return action.companyId === null ? null : resolveCompanyName(tx, organizationId, action.companyId)
    case 'setProperty':
      await requireDeclaredProperty(tx, organizationId, action.customFields)
      return null
    case 'enrol':
    case 'sendSurvey':
      return resolveEnrolmentName(tx, organizationId, action)
    default:
      return null
  }
}

async function resolveLocationName(tx: Tx, organizationId: string, requestedId: string): Promise<string> {
  const id = await resolveAndLockMasterDataId(tx, 'location', organizationId, requestedId)
  const location = id && (await tx.location.findUnique({ where: { id, organizationId }, select: { name: true } }))
  if (!location) throw new ValidationError({ 'action.locationId': [localizableMessage('contact.noLocation')] })
  return location.name
}

async function resolveCompanyName(tx: Tx, organizationId: string, requestedId: string): Promise<string> {
  const id = await resolveAndLockMasterDataId(tx, 'contact_organization', organizationId, requestedId)
  const company =
    id && (await tx.contactOrganization.findUnique({ where: { id, organizationId }, select: { name: true } }))
  if (!company) throw new ValidationError({ 'action.companyId': [localizableMessage('contact.noOrganization')] })
  return company.name
}

async function resolveEnrolmentName(tx: Tx, organizationId: string, action: EnrolmentAction): Promise<string> {
  try {
    return (await resolveEnrolment(tx, organizationId, action)).target.name
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const entries = Object.entries(error.fields ?? {})
    const details = entries.map(([field, messages]) => [
      field === 'id' ? 'action.surveyId' : `action.${field}`,
      messages,
    ])
    throw new ValidationError(Object.fromEntries(details) as FieldErrors)
  }
}

/** @throws {ValidationError} for a field that is not declared, or a value that does not fit it */
async function requireDeclaredProperty(
  tx: Tx,
  organizationId: string,
  customFields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const keys = Object.keys(customFields)
  const declared = await tx.contactProperty.count({ where: { organizationId, key: { in: keys } } })
  if (declared < keys.length)
    throw new ValidationError({ 'action.customFields': [localizableMessage('bulk.unknownProperty')] })
  await requireFittingValues(organizationId, customFields)
}
