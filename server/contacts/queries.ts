import type { Contact as ContactRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { queryRows, type Tx } from '../db'
import { currentKeyId } from '../encryption'
import { lockRows } from '../locks'
import { resolveAndLockMasterDataIdSql } from '../master-data/queries'
import { type DomainEvent, transactStatement } from '../unit-of-work'
import { contactName } from './contact-name'
import type { PreferenceReason } from './preferences/constants'

const jsonTime = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const CONTACT_API_COLUMNS = `c.id, c.email, c.first_name AS "firstName", c.last_name AS "lastName", c.phone, c.title,
  c.preferred_language AS "preferredLanguage", c.location_id AS "locationId", c.contact_organization_id AS "contactOrganizationId",
  c.custom_fields AS "customFields", c.tags, c.unsubscribed, ${jsonTime('c.created_at')} AS "createdAt", ${jsonTime('c.updated_at')} AS "updatedAt"`

/**
 * Why an address gets no messages: `opted_out` by the person; `unsubscribed`, the contact by the organization; mail `bounced`; or `blocked`,
 * the address by a member. A contact that is created again starts unsubscribed for each of them but a bounce.
 */
export type BlockingReason = 'opted_out' | 'unsubscribed' | 'bounced' | 'blocked'

export type SuppressionReason = BlockingReason | PreferenceReason

export async function readContactJson(organizationId: string, id: string): Promise<string | null> {
  const [row] = await queryRows<{ json: string }>({
    name: 'get-contact',
    text: `SELECT row_to_json(f)::text AS json
      FROM (SELECT ${CONTACT_API_COLUMNS} FROM contact c WHERE c.organization_id = $1 AND c.id = $2) f`,
    values: [organizationId, id],
  })
  return row?.json ?? null
}

type InsertContactResult = {
  isInserted: boolean
  locationId: string | null
  contactOrganizationId: string | null
  reasons: SuppressionReason[]
  existingContactId: string | null
}

/**
 * Inserts a contact and the deliveries of its event in one statement: as a transaction of three it has half the throughput
 * (docs/decisions/0049-contact-in-one-statement.md). Inserts nothing if a reference resolves to another record or none, if the consent
 * contradicts a suppression, or if the address is taken; the result says why. The referenced records stay locked until the commit.
 * @param emailHashes all possible hashes of the address
 */
export async function insertContactAndEmitEvent(
  organizationId: string,
  row: ContactRow,
  { event, emailHashes }: { event: DomainEvent; emailHashes: readonly Uint8Array[] },
): Promise<InsertContactResult> {
  return transactStatement<InsertContactResult>(organizationId, {
    name: 'insert-contact',
    text: INSERT_SQL,
    values: [
      organizationId,
      row.id,
      row.email,
      row.firstName,
      row.lastName,
      row.phone,
      row.title,
      row.preferredLanguage,
      row.locationId,
      row.contactOrganizationId,
      JSON.stringify(row.customFields),
      row.tags,
      row.unsubscribed,
      row.optedOutAt,
      row.createdAt,
      emailHashes.map((hash) => Buffer.from(hash)),
      event.kind,
      JSON.stringify([event.payload]),
      row.createdVia,
      row.createdById,
    ],
  })
}

const INSERT_SQL = `
WITH resolved AS MATERIALIZED (
  SELECT (${resolveAndLockMasterDataIdSql('location', '$9::uuid', '$1::uuid')}) AS location_id,
         (${resolveAndLockMasterDataIdSql('contact_organization', '$10::uuid', '$1::uuid')}) AS contact_organization_id,
         (SELECT coalesce(array_agg(reason), '{}') FROM suppression WHERE organization_id = $1::uuid AND email_hash = ANY ($16::bytea[])) AS reasons
), inserted AS (
  INSERT INTO contact (organization_id, id, email, first_name, last_name, phone, title, preferred_language, location_id,
    contact_organization_id, custom_fields, tags, unsubscribed, opted_out_at, bounced_at, created_at, updated_at, created_via, created_by_id)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, $9::uuid, $10::uuid, $11::jsonb, $12::text[], $13::boolean, $14::timestamptz,
    CASE WHEN 'bounced' = ANY (reasons) THEN $15::timestamptz END, $15::timestamptz, $15::timestamptz, $19, $20::uuid
  FROM resolved
  WHERE location_id IS NOT DISTINCT FROM $9::uuid AND contact_organization_id IS NOT DISTINCT FROM $10::uuid
    AND (reasons && ARRAY['opted_out', 'unsubscribed', 'blocked']) = $13::boolean
    AND ('opted_out' = ANY (reasons)) = ($14::timestamptz IS NOT NULL)
  ON CONFLICT (organization_id, email) DO NOTHING
  RETURNING id
), known_address AS (
  UPDATE suppression SET email = $3
  WHERE organization_id = $1::uuid AND email_hash = ANY ($16::bytea[]) AND email IS NULL AND EXISTS (SELECT FROM inserted)
)
SELECT i.id IS NOT NULL AS "isInserted", f.location_id AS "locationId", f.contact_organization_id AS "contactOrganizationId", f.reasons,
  CASE WHEN i.id IS NULL THEN (SELECT id FROM contact WHERE organization_id = $1::uuid AND email = $3) END AS "existingContactId",
  CASE WHEN i.id IS NOT NULL THEN emit_events($1::uuid, ARRAY[$17::text], ARRAY[$18::text], $15::timestamptz) END AS deliveries
FROM resolved f LEFT JOIN inserted i ON true`

/** The suppressions with one of these hashes. */
export function readSuppressions(
  tx: Tx,
  organizationId: string,
  hashes: readonly Uint8Array[],
): Promise<{ emailHash: Uint8Array; reason: SuppressionReason }[]> {
  return tx.$queryRaw`
    SELECT email_hash AS "emailHash", reason FROM suppression
    WHERE organization_id = ${organizationId}::uuid AND email_hash = ANY(${hashes.map((hash) => Buffer.from(hash))}::bytea[])`
}

/** Stores the addresses of suppressions that have only their hashes. */
export async function fillSuppressionEmails(
  tx: Tx,
  organizationId: string,
  addresses: readonly { hash: Uint8Array; email: string }[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE suppression s SET email = k.email
    FROM unnest(${addresses.map(({ hash }) => Buffer.from(hash))}::bytea[], ${addresses.map(({ email }) => email)}::text[]) k (hash, email)
    WHERE s.organization_id = ${organizationId}::uuid AND s.email_hash = k.hash AND s.email IS NULL`
}

/**
 * Opts out the contacts with these addresses that have not opted out before. Lock the rows before.
 * @returns these contacts
 */
export async function optOutContacts(
  tx: Tx,
  organizationId: string,
  optOuts: readonly { email: string; at: Date }[],
): Promise<{ id: string; at: Date }[]> {
  return tx.$queryRaw`
    UPDATE contact c SET unsubscribed = true, opted_out_at = o.at, updated_at = ${now()}
    FROM (SELECT email, min(at) AS at
      FROM unnest(${optOuts.map(({ email }) => email)}::text[], ${optOuts.map(({ at }) => at)}::timestamptz[]) AS u (email, at)
      GROUP BY email) o
    WHERE c.organization_id = ${organizationId}::uuid AND c.email = o.email AND c.opted_out_at IS NULL
    RETURNING c.id, o.at`
}

/** Renames the hashes of suppressions; where both exist, the earlier time is kept. @returns the number of suppressions under the new hashes */
export function replaceSuppressionHashes(
  tx: Tx,
  pairs: readonly { organizationId: string; from: Uint8Array; to: Uint8Array }[],
): Promise<number> {
  return tx.$executeRaw`
    WITH known AS (
      SELECT * FROM unnest(${pairs.map(({ organizationId }) => organizationId)}::uuid[], ${pairs.map(({ from }) => Buffer.from(from))}::bytea[],
        ${pairs.map(({ to }) => Buffer.from(to))}::bytea[]) AS k (organization_id, old_hash, new_hash)
    ), removed AS (
      DELETE FROM suppression s USING known k
      WHERE s.organization_id = k.organization_id AND s.email_hash = k.old_hash AND s.hash_key_id IS DISTINCT FROM ${currentKeyId}
      RETURNING s.*, k.new_hash
    )
    INSERT INTO suppression (organization_id, email_hash, hash_key_id, reason, id, email, created_via, created_by_id, note, is_linked, created_at)
    SELECT DISTINCT ON (organization_id, new_hash, reason) organization_id, new_hash, ${currentKeyId}, reason, id, email, created_via,
      created_by_id, note, is_linked, created_at
    FROM removed ORDER BY organization_id, new_hash, reason, created_at, email
    ON CONFLICT (organization_id, email_hash, reason) DO UPDATE SET created_at = least(suppression.created_at, excluded.created_at)`
}

/** Locks contacts until the transaction ends, so that none is deleted before a text that names it is stored. Omits deleted ones. */
export async function lockAndReadContactNames(
  tx: Tx,
  organizationId: string,
  ids: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const locked = await lockRows(tx, 'contact', organizationId, ids, 'KEY SHARE')
  const rows = await tx.contact.findMany({ where: { organizationId, id: { in: locked } }, orderBy: { id: 'asc' } })
  return rows.map(({ id, ...contact }) => ({ id, name: contactName(contact) }))
}

/** Blanks what mail servers and providers said of messages to these contacts, which often contains the address. */
export async function blankProviderWords(tx: Tx, organizationId: string, contactIds: readonly string[]): Promise<void> {
  await tx.messageEvent.updateMany({
    where: { organizationId, sendingStep: { sending: { contactId: { in: [...contactIds] } } } },
    data: { words: null },
  })
  await tx.$executeRaw`
    UPDATE sending_step s SET reason = jsonb_set(s.reason, '{values,words}', '""')
    FROM sending d
    WHERE d.organization_id = ${organizationId}::uuid AND d.contact_id = ANY (${[...contactIds]}::uuid[])
      AND s.organization_id = d.organization_id AND s.sending_id = d.id AND s.reason #> '{values,words}' IS NOT NULL`
}
