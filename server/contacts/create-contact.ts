import { v7 as uuidv7 } from 'uuid'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Prisma } from '../db'
import { ContactExists } from '../errors'
import { requireCapacity } from '../jobs/backlog'
import { RawJson } from '../raw-json'
import { type ContactCreator, getContactCreator } from './contact-creator'
import { assertReferencesResolved } from './contact-references'
import { normalizePhoneForStorage, presentContact } from './contacts'
import { insertContactAndEmitEvent } from './queries'
import type { Contact, CreateContact } from './schema'
import { deriveInitialConsent } from './suppression'
import { computeEmailHashes } from './suppression-emails'

const MAX_TRIES = 4

/**
 * Creates a contact and emits `new_contact`, in one statement. An address that opted out, or was unsubscribed when it was deleted, starts
 * unsubscribed.
 * @throws {ContactExists} @throws {BacklogFull}
 * @throws {ValidationError} for an unknown location or contact organization
 */
export async function createContact(organizationId: string, input: CreateContact): Promise<RawJson<Contact>> {
  await requireCapacity(organizationId, 'deliveries')
  return new RawJson(JSON.stringify(await insertContact(organizationId, input, getContactCreator())))
}

/** As {@link createContact}, however many deliveries are queued. */
export async function insertContact(
  organizationId: string,
  input: CreateContact,
  creator: ContactCreator,
): Promise<Contact> {
  const phone = await normalizePhoneForStorage(db, organizationId, input.phone)
  const emailHashes = computeEmailHashes(input.email)
  let row = newRow(organizationId, input, { phone, ...creator })
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const payload = presentContact(row)
    const event = { organizationId, kind: 'new_contact', payload } as const
    const result = await insertContactAndEmitEvent(organizationId, row, { event, emailHashes })
    if (result.isInserted) return payload
    assertReferencesResolved(row, result)
    if (result.existingContactId !== null) throw new ContactExists(result.existingContactId)
    // A reference was merged, the address is suppressed, or it was taken and freed concurrently.
    const { locationId, contactOrganizationId, reasons } = result
    row = { ...row, locationId, contactOrganizationId, ...deriveInitialConsent(new Set(reasons), row.createdAt) }
  }
  throw new Error('the address was taken and freed again and again')
}

function newRow(
  organizationId: string,
  input: CreateContact,
  computed: ContactCreator & { phone: string | null },
): ContactRow {
  const at = now()
  return {
    organizationId,
    id: uuidv7(),
    email: input.email,
    firstName: input.firstName,
    lastName: input.lastName ?? null,
    title: input.title ?? null,
    preferredLanguage: input.preferredLanguage ?? null,
    locationId: input.locationId ?? null,
    contactOrganizationId: input.contactOrganizationId ?? null,
    customFields: (input.customFields ?? {}) as Prisma.JsonObject,
    tags: input.tags ?? [],
    unsubscribed: false,
    optedOutAt: null,
    ...computed,
    bouncedAt: null,
    createdAt: at,
    updatedAt: at,
  }
}
