import type { Contact as ContactRow } from '@/prisma/generated/client'
import { db, isUniqueViolation, type Prisma, type Tx } from '../db'
import { ContactExists, NotFound, ValidationError } from '../errors'
import { lockRow } from '../locks'
import { resolveAndLockMasterDataId } from '../master-data/queries'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import { RawJson } from '../raw-json'
import { transact } from '../unit-of-work'
import { applyConsentUpdate, updateSuppressionsAfterEmailChange } from './contact-consent'
import { assertReferencesResolved, type References } from './contact-references'
import { parsePhone, toE164OrTrimmed } from './phone'
import { readContactJson } from './queries'
import { type Contact, findCustomFieldsError, type UpdateContact } from './schema'
import { redactSmsOptOutsOfReplacedNumbers } from './sms-opt-outs'
import { recordContactChanges } from './timeline/record-contact-events'

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
 * @throws {EditConflict} if a field of `asRead` no longer has that value.
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
      const consent = await applyConsentUpdate(tx, organizationId, locked, input)
      const row = await tx.contact.update({
        where: { id, organizationId },
        data: {
          ...plain,
          ...references,
          ...(phone === undefined ? {} : { phone: await normalizePhoneForStorage(tx, organizationId, phone) }),
          ...(tags === undefined ? {} : { tags: tags ?? [] }),
          ...(customFields === undefined ? {} : { customFields: mergeCustomFields(locked.customFields, customFields) }),
          ...consent,
        },
      })
      await recordContactChanges(tx, organizationId, [{ before: locked, after: row }])
      await redactSmsOptOutsOfReplacedNumbers(tx, organizationId, [{ before: locked, after: row }])
      if (row.email !== locked.email) await updateSuppressionsAfterEmailChange(tx, organizationId, locked, row)
      return presentContact(row)
    })
  } catch (error) {
    throw await toContactExists(error, organizationId, input.email)
  }
}

/**
 * Merges one level deep; null removes a key, or everything.
 * @throws {ValidationError} if the result exceeds a limit
 */
export function mergeCustomFields(
  stored: Prisma.JsonValue,
  changes: Record<string, unknown> | null,
): Prisma.JsonObject {
  if (changes === null) return {}
  const merged = { ...(stored as Prisma.JsonObject), ...changes }
  const fields = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
  const fault = findCustomFieldsError(fields)
  if (fault) throw new ValidationError({ customFields: [fault] })
  return fields as Prisma.JsonObject
}

export async function normalizePhoneForStorage(
  tx: Tx,
  organizationId: string,
  phone: string | null | undefined,
): Promise<string | null> {
  return phone ? toE164OrTrimmed(phone, await loadDefaultCountry(tx, organizationId)) : null
}

export async function loadDefaultCountry(tx: Tx, organizationId: string): Promise<string> {
  const { defaultCountry } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { defaultCountry: true },
  })
  return defaultCountry
}

/** Strict, unlike the API, which may store any text (toE164OrTrimmed). */
export async function formatPhoneOrNull(organizationId: string, phone: string): Promise<string | null> {
  const parsed = parsePhone(phone, await loadDefaultCountry(db, organizationId))
  return parsed?.isValid() ? parsed.formatInternational() : null
}

export async function assertValidPhone(organizationId: string, phone: string): Promise<void> {
  const parsed = parsePhone(phone, await loadDefaultCountry(db, organizationId))
  if (parsed?.isValid()) return
  const formatted = parsed?.formatInternational() ?? 'none'
  throw new ValidationError({ phone: [localizableMessage('phone.unreadable', { read: formatted })] })
}

async function resolveReferences(tx: Tx, organizationId: string, input: References): Promise<References> {
  const [location, company] = [
    input.locationId && (await resolveAndLockMasterDataId(tx, 'location', organizationId, input.locationId)),
    input.contactOrganizationId &&
      (await resolveAndLockMasterDataId(tx, 'contact_organization', organizationId, input.contactOrganizationId)),
  ]
  const resolved = {
    ...(location ? { locationId: location } : {}),
    ...(company ? { contactOrganizationId: company } : {}),
  }
  assertReferencesResolved(input, resolved)
  return resolved
}

async function toContactExists(error: unknown, organizationId: string, email: string | undefined): Promise<unknown> {
  if (email === undefined || !isUniqueViolation(error)) return error
  const where = { organizationId_email: { organizationId, email } }
  const existing = await db.contact.findUnique({ where, select: { id: true } })
  return existing === null ? error : new ContactExists(existing.id)
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
