import type { Contact as ContactRow } from '@/prisma/generated/client'
import { requireAsRead } from '../as-read'
import { now } from '../clock'
import { db, isUniqueViolation, type Prisma, type Tx } from '../db'
import { ContactExists, type FieldErrors, NotFound, ValidationError } from '../errors'
import { JsonText } from '../json-text'
import { lockRow } from '../locks'
import { sentence } from '../messages/sentence'
import { findMeantRecord } from '../records/queries'
import { transact } from '../unit-of-work'
import { normalizePhone } from './phone'
import { readContactJson } from './queries'
import { type Contact, faultOfCustomFields, type UpdateContact } from './schema'
import { consentAtStart, lift, suppress, suppressedAmong } from './suppression'

export async function getContact(organizationId: string, id: string): Promise<JsonText<Contact>> {
  const json = await readContactJson(organizationId, id)
  if (json === null) throw new NotFound('contact')
  return new JsonText(json)
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
      if (asRead) requireAsRead(asRead, present(locked))
      const references = await readReferences(tx, organizationId, input)
      const consent = await consentAfter(tx, organizationId, locked, input)
      const row = await tx.contact.update({
        where: { id, organizationId },
        data: {
          ...plain,
          ...references,
          ...(phone === undefined ? {} : { phone: await storedPhone(tx, organizationId, phone) }),
          ...(tags === undefined ? {} : { tags: tags ?? [] }),
          ...(customFields === undefined
            ? {}
            : { customFields: merged(locked.customFields as Prisma.JsonObject, customFields) }),
          ...consent,
        },
      })
      return present(row)
    })
  } catch (error) {
    throw await asContactExists(error, organizationId, input.email)
  }
}

/** Consent after an update: a member cannot undo the contact's own opt-out, and a new address keeps its earlier opt-out. */
async function consentAfter(
  tx: Tx,
  organizationId: string,
  locked: ContactRow,
  input: Omit<UpdateContact, 'id' | 'asRead'>,
) {
  const moved = input.email !== undefined && input.email !== locked.email
  const address = input.email ?? locked.email
  const reasons = moved ? (await suppressedAmong(tx, organizationId, [address])).get(address) : undefined
  if (input.unsubscribed === false) {
    if (locked.optedOutAt !== null || reasons?.has('opted_out'))
      throw new ValidationError({
        unsubscribed: [sentence('contact.optedOut')],
      })
    await lift(tx, organizationId, address, ['unsubscribed'])
    return {}
  }
  if (moved && locked.optedOutAt !== null) await suppress(tx, organizationId, address, 'opted_out')
  const { unsubscribed, optedOutAt } = consentAtStart(reasons, locked.optedOutAt ?? now())
  return unsubscribed ? { unsubscribed, ...(optedOutAt ? { optedOutAt } : {}) } : {}
}

function merged(stored: Record<string, unknown>, given: Record<string, unknown> | null): Prisma.InputJsonObject {
  if (given === null) return {}
  const fields = Object.fromEntries(Object.entries({ ...stored, ...given }).filter(([, value]) => value !== null))
  const fault = faultOfCustomFields(fields)
  if (fault) throw new ValidationError({ customFields: [fault] })
  return toJsonObject(fields)
}

function toJsonObject(fields: Record<string, unknown>): Prisma.InputJsonObject {
  return fields as Prisma.InputJsonObject
}

async function storedPhone(tx: Tx, organizationId: string, phone: string | null | undefined): Promise<string | null> {
  return phone ? normalizePhone(phone, await readDefaultCountry(tx, organizationId)) : null
}

export async function readDefaultCountry(tx: Tx, organizationId: string): Promise<string> {
  const { defaultCountry } = await tx.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { defaultCountry: true },
  })
  return defaultCountry
}

type References = { locationId?: string | null; contactOrganizationId?: string | null }

async function readReferences(tx: Tx, organizationId: string, given: References): Promise<References> {
  const [location, company] = [
    given.locationId && (await findMeantRecord(tx, 'location', organizationId, given.locationId)),
    given.contactOrganizationId &&
      (await findMeantRecord(tx, 'contact_organization', organizationId, given.contactOrganizationId)),
  ]
  requireKnown({
    isLocationKnown: location !== null || !given.locationId,
    isCompanyKnown: company !== null || !given.contactOrganizationId,
  })
  return {
    ...(location ? { locationId: location } : {}),
    ...(company ? { contactOrganizationId: company } : {}),
  }
}

type Known = { isLocationKnown: boolean; isCompanyKnown: boolean }

export function requireKnown(known: Known): void {
  const details: FieldErrors = {}
  if (!known.isLocationKnown) details.locationId = [sentence('contact.noLocation')]
  if (!known.isCompanyKnown) details.contactOrganizationId = [sentence('contact.noOrganization')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

async function asContactExists(error: unknown, organizationId: string, email: string | undefined): Promise<unknown> {
  if (email === undefined || !isUniqueViolation(error)) return error
  const holder = await findHolder(organizationId, email)
  return holder === null ? error : new ContactExists(holder)
}

async function findHolder(organizationId: string, email: string): Promise<string | null> {
  const where = { organizationId_email: { organizationId, email } }
  return (await db.contact.findUnique({ where, select: { id: true } }))?.id ?? null
}

export function present(row: ContactRow): Contact {
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
