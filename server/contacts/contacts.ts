import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, isUniqueViolation, type Prisma, type Tx } from '../db'
import { ContactExists, type FieldErrors, NotFound, ValidationError } from '../errors'
import { lockRow } from '../locks'
import { errorMessage } from '../messages/error-message'
import { assertUnchanged } from '../optimistic-lock'
import { RawJson } from '../raw-json'
import { lockResolvedRecordId } from '../records/queries'
import { transact } from '../unit-of-work'
import { normalizePhone } from './phone'
import { readContactJson } from './queries'
import { type Contact, findCustomFieldsError, type UpdateContact } from './schema'
import { addSuppression, initialConsent, loadSuppressions, removeSuppressions } from './suppression'

export async function getContact(organizationId: string, id: string): Promise<RawJson<Contact>> {
  const json = await readContactJson(organizationId, id)
  if (json === null) throw new NotFound('contact')
  return new RawJson(json)
}

/**
 * Whether the contact opted out personally; members cannot subscribe such a contact again.
 * @throws {NotFound} if it is not in the organization.
 */
export async function hasOptedOut(organizationId: string, id: string): Promise<boolean> {
  const contact = await db.contact.findFirst({ where: { organizationId, id }, select: { optedOutAt: true } })
  if (!contact) throw new NotFound('contact')
  return contact.optedOutAt !== null
}

/**
 * Partial update. `customFields` is merged one level deep under a row lock, so that concurrent updates are not lost; a null value
 * removes its key.
 * @throws {NotFound} @throws {ContactExists} @throws {ValidationError}
 * @throws {ChangedMeanwhile} if a field of `asRead` no longer has that value.
 */
export async function updateContact(organizationId: string, { id, asRead, ...input }: UpdateContact): Promise<Contact> {
  const { customFields, phone, tags, ...plain } = input
  try {
    return await transact(async ({ tx }) => {
      await lockRow(tx, 'contact', organizationId, id)
      const locked = await tx.contact.findUnique({ where: { id, organizationId } })
      if (!locked) throw new NotFound('contact')
      if (asRead) assertUnchanged(asRead, presentContact(locked))
      const references = await resolveReferences(tx, organizationId, input)
      const consent = await consentAfterUpdate(tx, organizationId, locked, input)
      const row = await tx.contact.update({
        where: { id, organizationId },
        data: {
          ...plain,
          ...references,
          ...(phone === undefined ? {} : { phone: await normalizeStoredPhone(tx, organizationId, phone) }),
          ...(tags === undefined ? {} : { tags: tags ?? [] }),
          ...(customFields === undefined
            ? {}
            : { customFields: mergeCustomFields(locked.customFields as Prisma.JsonObject, customFields) }),
          ...consent,
        },
      })
      return presentContact(row)
    })
  } catch (error) {
    throw await toContactExists(error, organizationId, input.email)
  }
}

/** Consent after an update: a member cannot undo the contact's own opt-out, and a new address keeps its earlier opt-out. */
async function consentAfterUpdate(
  tx: Tx,
  organizationId: string,
  locked: ContactRow,
  input: Omit<UpdateContact, 'id' | 'asRead'>,
) {
  const isAddressChanged = input.email !== undefined && input.email !== locked.email
  const address = input.email ?? locked.email
  const reasons = isAddressChanged ? (await loadSuppressions(tx, organizationId, [address])).get(address) : undefined
  if (input.unsubscribed === false) {
    if (locked.optedOutAt !== null || reasons?.has('opted_out'))
      throw new ValidationError({
        unsubscribed: [errorMessage('contact.optedOut')],
      })
    await removeSuppressions(tx, organizationId, address, ['unsubscribed'])
    return {}
  }
  if (isAddressChanged && locked.optedOutAt !== null) await addSuppression(tx, organizationId, address, 'opted_out')
  const { unsubscribed, optedOutAt } = initialConsent(reasons, locked.optedOutAt ?? now())
  return unsubscribed ? { unsubscribed, ...(optedOutAt ? { optedOutAt } : {}) } : {}
}

function mergeCustomFields(
  stored: Record<string, unknown>,
  changes: Record<string, unknown> | null,
): Prisma.InputJsonObject {
  if (changes === null) return {}
  const fields = Object.fromEntries(Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null))
  const fault = findCustomFieldsError(fields)
  if (fault) throw new ValidationError({ customFields: [fault] })
  return toJsonObject(fields)
}

function toJsonObject(fields: Record<string, unknown>): Prisma.InputJsonObject {
  return fields as Prisma.InputJsonObject
}

async function normalizeStoredPhone(
  tx: Tx,
  organizationId: string,
  phone: string | null | undefined,
): Promise<string | null> {
  return phone ? normalizePhone(phone, await loadDefaultCountry(tx, organizationId)) : null
}

export async function loadDefaultCountry(tx: Tx, organizationId: string): Promise<string> {
  const { defaultCountry } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { defaultCountry: true },
  })
  return defaultCountry
}

type References = { locationId?: string | null; contactOrganizationId?: string | null }

async function resolveReferences(tx: Tx, organizationId: string, input: References): Promise<References> {
  const [location, company] = [
    input.locationId && (await lockResolvedRecordId(tx, 'location', organizationId, input.locationId)),
    input.contactOrganizationId &&
      (await lockResolvedRecordId(tx, 'contact_organization', organizationId, input.contactOrganizationId)),
  ]
  assertReferencesExist({
    isLocationKnown: location !== null || !input.locationId,
    isCompanyKnown: company !== null || !input.contactOrganizationId,
  })
  return {
    ...(location ? { locationId: location } : {}),
    ...(company ? { contactOrganizationId: company } : {}),
  }
}

type ReferenceCheck = { isLocationKnown: boolean; isCompanyKnown: boolean }

export function assertReferencesExist(check: ReferenceCheck): void {
  const details: FieldErrors = {}
  if (!check.isLocationKnown) details.locationId = [errorMessage('contact.noLocation')]
  if (!check.isCompanyKnown) details.contactOrganizationId = [errorMessage('contact.noOrganization')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

async function toContactExists(error: unknown, organizationId: string, email: string | undefined): Promise<unknown> {
  if (email === undefined || !isUniqueViolation(error)) return error
  const existingId = await findContactIdByEmail(organizationId, email)
  return existingId === null ? error : new ContactExists(existingId)
}

async function findContactIdByEmail(organizationId: string, email: string): Promise<string | null> {
  const where = { organizationId_email: { organizationId, email } }
  return (await db.contact.findUnique({ where, select: { id: true } }))?.id ?? null
}

export function presentContact(row: ContactRow): Contact {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    phone: row.phone,
    title: row.title,
    preferredLanguage: row.preferredLanguage as Contact['preferredLanguage'],
    locationId: row.locationId,
    contactOrganizationId: row.contactOrganizationId,
    customFields: row.customFields as Contact['customFields'],
    tags: row.tags,
    unsubscribed: row.unsubscribed,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
