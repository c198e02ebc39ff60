import type { Contact as ContactRow } from '@/prisma/generated/client'
import type { Tx } from '../db'
import { lockRows } from '../locks'

/* SQL for up to 1,000 contacts at a time. The rows are one JSON parameter, so each statement has one text and one plan. */

/**
 * Inserts the contacts whose address is not in use, in their order: sort by address, so that concurrent calls do not deadlock. Waits for
 * concurrent transactions that insert or delete one of the addresses.
 * @returns the ids of those inserted
 */
export async function insertAbsentContacts(
  tx: Tx,
  organizationId: string,
  contacts: readonly ContactRow[],
): Promise<string[]> {
  if (contacts.length === 0) return []
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO contact (organization_id, id, email, first_name, last_name, phone, title, preferred_language, location_id,
      contact_organization_id, custom_fields, tags, unsubscribed, opted_out_at, bounced_at, created_via, created_by_id, created_at, updated_at)
    SELECT ${organizationId}::uuid, id, email, first_name, last_name, phone, title, preferred_language, location_id,
      contact_organization_id, custom_fields, tags, unsubscribed, opted_out_at, bounced_at, created_via, created_by_id, created_at, updated_at
    FROM jsonb_populate_recordset(NULL::contact, ${toRecords(contacts)}::jsonb)
    ON CONFLICT (organization_id, email) DO NOTHING
    RETURNING id`
  return rows.map(({ id }) => id)
}

/** Writes the fields that API and import can set. Lock the rows before. */
export async function updateContacts(tx: Tx, organizationId: string, contacts: readonly ContactRow[]): Promise<void> {
  if (contacts.length === 0) return
  await tx.$executeRaw`
    UPDATE contact c SET
      first_name = v.first_name, last_name = v.last_name, phone = v.phone, title = v.title, preferred_language = v.preferred_language,
      location_id = v.location_id, contact_organization_id = v.contact_organization_id, custom_fields = v.custom_fields, tags = v.tags,
      unsubscribed = v.unsubscribed, opted_out_at = v.opted_out_at, bounced_at = v.bounced_at, updated_at = v.updated_at
    FROM jsonb_populate_recordset(NULL::contact, ${toRecords(contacts)}::jsonb) v
    WHERE c.organization_id = ${organizationId}::uuid AND c.id = v.id`
}

export async function readContactsByEmail(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<ContactRow[]> {
  return tx.$queryRaw<ContactRow[]>`
    SELECT id, organization_id AS "organizationId", email, first_name AS "firstName", last_name AS "lastName", phone, title,
      preferred_language AS "preferredLanguage", location_id AS "locationId", contact_organization_id AS "contactOrganizationId",
      custom_fields AS "customFields", tags, unsubscribed, opted_out_at AS "optedOutAt", bounced_at AS "bouncedAt", created_via AS "createdVia",
      created_by_id AS "createdById", created_at AS "createdAt", updated_at AS "updatedAt"
    FROM contact WHERE organization_id = ${organizationId}::uuid AND email = ANY(${emails}::text[])`
}

/** Locks the contacts with these addresses until the transaction ends, in the order of their ids, and reads them under the lock. */
export async function lockAndReadContactsByEmail(
  tx: Tx,
  organizationId: string,
  emails: readonly string[],
): Promise<ContactRow[]> {
  const found = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM contact WHERE organization_id = ${organizationId}::uuid AND email = ANY(${emails}::text[])`
  const locked = new Set(
    await lockRows(
      tx,
      'contact',
      organizationId,
      found.map(({ id }) => id),
    ),
  )
  const rows = await readContactsByEmail(tx, organizationId, emails)
  return rows.filter(({ id }) => locked.has(id))
}

/** Locks contacts until the transaction ends, and reads them under the lock. Omits those that do not exist. */
export async function lockAndReadContacts(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, ContactRow>> {
  const locked = await lockRows(tx, 'contact', organizationId, ids)
  const rows = await tx.contact.findMany({ where: { organizationId, id: { in: locked } } })
  return new Map(rows.map((row) => [row.id, row]))
}

function toRecords(contacts: readonly ContactRow[]): string {
  return JSON.stringify(
    contacts.map((contact) => ({
      id: contact.id,
      email: contact.email,
      first_name: contact.firstName,
      last_name: contact.lastName,
      phone: contact.phone,
      title: contact.title,
      preferred_language: contact.preferredLanguage,
      location_id: contact.locationId,
      contact_organization_id: contact.contactOrganizationId,
      custom_fields: contact.customFields,
      tags: contact.tags,
      unsubscribed: contact.unsubscribed,
      opted_out_at: contact.optedOutAt,
      bounced_at: contact.bouncedAt,
      created_via: contact.createdVia,
      created_by_id: contact.createdById,
      created_at: contact.createdAt,
      updated_at: contact.updatedAt,
    })),
  )
}
