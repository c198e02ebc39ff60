import type { Tx } from '../db'
import { type FieldErrors, ValidationError } from '../errors'
import { resolveAndLockMasterDataIds } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'

export type References = { locationId?: string | null; contactOrganizationId?: string | null }
type RequestedReferences = { [Field in keyof References]: References[Field] | undefined }

/** Requested id → resolved id, without those that do not resolve. */
export type ResolvedIds = { locations: ReadonlyMap<string, string>; companies: ReadonlyMap<string, string> }

/** Resolves and locks the locations and companies of many contacts. */
export async function resolveAndLockReferences(
  tx: Tx,
  organizationId: string,
  contacts: readonly RequestedReferences[],
): Promise<ResolvedIds> {
  const collect = (field: keyof References) => [
    ...new Set(contacts.flatMap((contact) => contact[field]?.toLowerCase() ?? [])),
  ]
  const companyIds = collect('contactOrganizationId')
  return {
    locations: await resolveAndLockMasterDataIds(tx, 'location', organizationId, collect('locationId')),
    companies: await resolveAndLockMasterDataIds(tx, 'contact_organization', organizationId, companyIds),
  }
}

/** The resolved references of one contact: null if cleared or unresolved, absent if not requested. */
export function pickResolvedIds({ locations, companies }: ResolvedIds, requested: RequestedReferences): References {
  const resolve = (ids: ReadonlyMap<string, string>, id: string | null) =>
    id === null ? null : (ids.get(id.toLowerCase()) ?? null)
  const resolved: References = {}
  if (requested.locationId !== undefined) resolved.locationId = resolve(locations, requested.locationId)
  if (requested.contactOrganizationId !== undefined)
    resolved.contactOrganizationId = resolve(companies, requested.contactOrganizationId)
  return resolved
}

export function findReferenceErrors(requested: RequestedReferences, resolved: References): FieldErrors {
  const errors: FieldErrors = {}
  if (requested.locationId && !resolved.locationId) errors.locationId = [localizableMessage('contact.noLocation')]
  if (requested.contactOrganizationId && !resolved.contactOrganizationId)
    errors.contactOrganizationId = [localizableMessage('contact.noOrganization')]
  return errors
}

/** @throws {ValidationError} for each requested reference that did not resolve */
export function assertReferencesResolved(requested: RequestedReferences, resolved: References): void {
  const errors = findReferenceErrors(requested, resolved)
  if (Object.keys(errors).length > 0) throw new ValidationError(errors)
}
