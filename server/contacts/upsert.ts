import { v7 as uuidv7 } from 'uuid'
import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { Prisma, type Tx } from '../db'
import type { Work } from '../unit-of-work'
import { present, readDefaultCountry } from './contacts'
import { normalizePhone } from './phone'
import type { Contact } from './schema'
import { consentAtStart, suppressedAmong } from './suppression'

/** Absent fields leave an existing contact unchanged. */
export type ContactUpsert = { email: string; firstName?: string; lastName?: string; phone?: string }

/**
 * Creates or updates contacts by email, in two statements for any number of them; emits `new_contact` for the created ones. Emails must
 * be distinct and normalized; the result is in input order.
 * @param common set on all contacts.
 */
export async function upsertContacts(
  { tx, emit }: Work,
  organizationId: string,
  contacts: readonly ContactUpsert[],
  common: { locationId?: string | undefined },
): Promise<Contact[]> {
  const country = contacts.some((contact) => contact.phone) ? await readDefaultCountry(tx, organizationId) : 'US'
  // Fixed order, so that concurrent enrolments of the same contacts cannot deadlock.
  const given = contacts
    .map((contact) => ({ ...contact, phone: contact.phone ? normalizePhone(contact.phone, country) : undefined }))
    .toSorted((a, b) => (a.email < b.email ? -1 : 1))

  const created = await insertAbsent(tx, organizationId, given, common.locationId)
  const isNew = new Set(created.map((row) => row.email))
  const known = given.filter((contact) => !isNew.has(contact.email))
  await updatePresent(tx, organizationId, known, common.locationId)

  const rows = await tx.contact.findMany({
    where: { organizationId, email: { in: given.map((contact) => contact.email) } },
  })
  const byEmail = new Map(rows.map((row: ContactRow) => [row.email, present(row)]))
  const inOrder = contacts.flatMap((contact) => byEmail.get(contact.email) ?? [])
  await emit(
    ...inOrder
      .filter((contact) => isNew.has(contact.email))
      .map((contact) => ({ organizationId, kind: 'new_contact' as const, payload: contact })),
  )
  return inOrder
}

type Normalized = { email: string; firstName?: string; lastName?: string; phone: string | undefined }

async function insertAbsent(
  tx: Tx,
  organizationId: string,
  contacts: readonly Normalized[],
  locationId: string | undefined,
): Promise<{ email: string }[]> {
  const suppressed = await suppressedAmong(
    tx,
    organizationId,
    contacts.map((contact) => contact.email),
  )
  const at = now()
  const consents = contacts.map(({ email }) => consentAtStart(suppressed.get(email), at))
  const column = (read: (contact: Normalized) => string | undefined) => contacts.map((contact) => read(contact) ?? null)
  return tx.$queryRaw<{ email: string }[]>`
    INSERT INTO contact (id, organization_id, email, first_name, last_name, phone, location_id, unsubscribed, opted_out_at, created_at, updated_at)
    SELECT id, ${organizationId}::uuid, email, coalesce(first_name, ''), last_name, phone, ${locationId ?? null}::uuid, unsubscribed,
      opted_out_at, ${at}, ${at}
    FROM unnest(${contacts.map(() => uuidv7())}::uuid[], ${column((contact) => contact.email)}::text[],
      ${column((contact) => contact.firstName)}::text[], ${column((contact) => contact.lastName)}::text[],
      ${column((contact) => contact.phone)}::text[], ${consents.map(({ unsubscribed }) => unsubscribed)}::boolean[],
      ${consents.map(({ optedOutAt }) => optedOutAt)}::timestamptz[])
      AS v(id, email, first_name, last_name, phone, unsubscribed, opted_out_at)
    ON CONFLICT DO NOTHING
    RETURNING email`
}

async function updatePresent(
  tx: Tx,
  organizationId: string,
  contacts: readonly Normalized[],
  locationId: string | undefined,
): Promise<void> {
  if (contacts.length === 0) return
  const column = (read: (contact: Normalized) => string | undefined) => contacts.map((contact) => read(contact) ?? null)
  await tx.$executeRaw(Prisma.sql`
    UPDATE contact c SET
      first_name = coalesce(v.first_name, c.first_name), last_name = coalesce(v.last_name, c.last_name), phone = coalesce(v.phone, c.phone),
      location_id = coalesce(${locationId ?? null}::uuid, c.location_id), updated_at = ${now()}
    FROM unnest(${column((contact) => contact.email)}::text[], ${column((contact) => contact.firstName)}::text[],
                ${column((contact) => contact.lastName)}::text[], ${column((contact) => contact.phone)}::text[]) AS v(email, first_name, last_name, phone)
    WHERE c.organization_id = ${organizationId}::uuid AND c.email = v.email`)
}
