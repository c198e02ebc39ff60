import type { Contact as ContactRow } from '@/prisma/generated/client'
import { requireAsRead } from '../as-read'
import { now } from '../clock'
import { db, isUniqueViolation, type Prisma, queryRows, type Tx } from '../db'
import { ContactExists, type FieldErrors, NotFound, ValidationError } from '../errors'
import { JsonText } from '../json-text'
import { sentence } from '../messages/sentence'
import { findMeantRecord } from '../records/queries'
import { transact } from '../unit-of-work'
import { CONTACT_FIELDS } from './contact-columns'
import { normalizePhone } from './phone'
import { type Contact, faultOfCustomFields, type UpdateContact } from './schema'
import { consentAtStart, lift, suppress, suppressedAmong } from './suppression'

/** @throws {NotFound} if it is not in the organization. */
export async function getContact(organizationId: string, id: string): Promise<JsonText<Contact>> {
  const [row] = await queryRows<{ json: string }>({ name: 'get-contact', text: GET_SQL, values: [organizationId, id] })
  if (!row) throw new NotFound('contact')
  return new JsonText(row.json)
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
      const [held] = await tx.$queryRaw<Locked[]>`
        SELECT email, custom_fields, opted_out_at FROM contact WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
      if (!held) throw new NotFound('contact')
      if (asRead) requireAsRead(asRead, present(await tx.contact.findUniqueOrThrow({ where: { id, organizationId } })))
      const references = await readReferences(tx, organizationId, input)
      const consent = await consentAfter(tx, organizationId, held, input)
      const row = await tx.contact.update({
        where: { id, organizationId },
        data: {
          ...plain,
          ...references,
          ...(phone === undefined ? {} : { phone: await storedPhone(tx, organizationId, phone) }),
          ...(tags === undefined ? {} : { tags: tags ?? [] }),
          ...(customFields === undefined ? {} : { customFields: merged(held.custom_fields, customFields) }),
          ...consent,
        },
      })
      return present(row)
    })
  } catch (error) {
    throw await asContactExists(error, organizationId, input.email)
  }
}

type Locked = { email: string; custom_fields: Record<string, unknown>; opted_out_at: Date | null }

/** Consent after an update: a member cannot undo the contact's own opt-out, and a new address keeps its earlier opt-out. */
async function consentAfter(tx: Tx, organizationId: string, held: Locked, input: Omit<UpdateContact, 'id' | 'asRead'>) {
  const moved = input.email !== undefined && input.email !== held.email
  const address = input.email ?? held.email
  const reasons = moved ? (await suppressedAmong(tx, organizationId, [address])).get(address) : undefined
  if (input.unsubscribed === false) {
    if (held.opted_out_at !== null || reasons?.has('opted_out'))
      throw new ValidationError({
        unsubscribed: [sentence('contact.optedOut')],
      })
    await lift(tx, organizationId, address, ['unsubscribed'])
    return {}
  }
  if (moved && held.opted_out_at !== null) await suppress(tx, organizationId, address, 'opted_out')
  const { unsubscribed, optedOutAt } = consentAtStart(reasons, held.opted_out_at ?? now())
  return unsubscribed ? { unsubscribed, ...(optedOutAt ? { optedOutAt } : {}) } : {}
}

function merged(held: Record<string, unknown>, given: Record<string, unknown> | null): Prisma.InputJsonObject {
  if (given === null) return {}
  const fields = Object.fromEntries(Object.entries({ ...held, ...given }).filter(([, value]) => value !== null))
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

/** Resolves references, merged records included. @throws {ValidationError} for each that does not exist. */
async function readReferences(tx: Tx, organizationId: string, given: References): Promise<References> {
  const [location, company] = [
    given.locationId && (await findMeantRecord(tx, 'location', organizationId, given.locationId)),
    given.contactOrganizationId &&
      (await findMeantRecord(tx, 'contact_organization', organizationId, given.contactOrganizationId)),
  ]
  requireKnown({
    location_known: location !== null || !given.locationId,
    organization_known: company !== null || !given.contactOrganizationId,
  })
  return {
    ...(location ? { locationId: location } : {}),
    ...(company ? { contactOrganizationId: company } : {}),
  }
}

export type Known = { location_known: boolean; organization_known: boolean }

/** @throws {ValidationError} for each reference that does not exist. */
export function requireKnown(known: Known): void {
  const details: FieldErrors = {}
  if (!known.location_known) details.locationId = [sentence('contact.noLocation')]
  if (!known.organization_known) details.contactOrganizationId = [sentence('contact.noOrganization')]
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

async function asContactExists(error: unknown, organizationId: string, email: string | undefined): Promise<unknown> {
  if (email === undefined || !isUniqueViolation(error)) return error
  const holder = await findHolder(organizationId, email)
  return holder === null ? error : new ContactExists(holder)
}

export async function findHolder(organizationId: string, email: string): Promise<string | null> {
  const where = { organizationId_email: { organizationId, email } }
  return (await db.contact.findUnique({ where, select: { id: true } }))?.id ?? null
}

const GET_SQL = `SELECT row_to_json(f)::text AS json
FROM (SELECT ${CONTACT_FIELDS} FROM contact c WHERE c.organization_id = $1 AND c.id = $2) f`

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
