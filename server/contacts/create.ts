import { v7 as uuidv7 } from 'uuid'
import { now } from '../clock'
import { db } from '../db'
import { ContactExists } from '../errors'
import { requireRoom } from '../jobs/backlog'
import { JsonText } from '../json-text'
import { meantRecord } from '../records/queries'
import { transactStatement } from '../unit-of-work'
import { CONTACT_FIELDS } from './contact-columns'
import { findHolder, type Known, readDefaultCountry, requireKnown } from './contacts'
import { normalizePhone } from './phone'
import type { Contact, CreateContact } from './schema'
import { hashesOfEmail } from './suppression'

const MAX_TRIES = 4

/**
 * Creates a contact and emits `new_contact`, in one statement. An address that opted out, or was unsubscribed when it was deleted,
 * starts unsubscribed.
 * @throws {ContactExists} if another contact has the address. @throws {ValidationError} for a location or contact organization that is
 * not in the organization. @throws {BacklogFull}
 */
export async function createContact(organizationId: string, input: CreateContact): Promise<JsonText<Contact>> {
  await requireRoom(organizationId, 'deliveries')
  const phone = input.phone ? normalizePhone(input.phone, await readDefaultCountry(db, organizationId)) : null
  const statement = { name: 'create-contact', text: CREATE_SQL, values: contactValues(organizationId, input, phone) }
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const made = await transactStatement<Made>(organizationId, statement)
    requireKnown(made)
    if (made.json !== null) return new JsonText(made.json)
    const holder = made.holder ?? (await findHolder(organizationId, input.email))
    if (holder !== null) throw new ContactExists(holder)
    // The other contact was deleted concurrently: retry.
  }
  throw new Error('the address was taken and freed again and again')
}

type Made = Known & { json: string | null; holder: string | null }

/** Inserts nothing unless the references exist; concurrent inserts of one address create one row. */
const CREATE_SQL = `
WITH meant AS MATERIALIZED (
  SELECT (${meantRecord('location', '$9::uuid', '$1::uuid')}) AS location_id,
         (${meantRecord('contact_organization', '$10::uuid', '$1::uuid')}) AS contact_organization_id,
         (SELECT coalesce(array_agg(reason), '{}') FROM suppression WHERE organization_id = $1::uuid AND email_hash = ANY ($13::bytea[])) AS reasons
), known AS (
  SELECT *, $9::uuid IS NULL OR location_id IS NOT NULL AS location_known,
         $10::uuid IS NULL OR contact_organization_id IS NOT NULL AS organization_known FROM meant
), made AS (
  INSERT INTO contact (organization_id, id, email, first_name, last_name, phone, title, preferred_language, location_id,
    contact_organization_id, custom_fields, tags, unsubscribed, opted_out_at, created_at, updated_at)
  SELECT $1::uuid, $2::uuid, $3, $4, $5, $6, $7, $8, location_id, contact_organization_id, $11::jsonb, $12::text[],
    reasons && ARRAY['opted_out', 'unsubscribed'], CASE WHEN 'opted_out' = ANY (reasons) THEN $14::timestamptz END, $14::timestamptz, $14::timestamptz
  FROM known WHERE location_known AND organization_known
  ON CONFLICT (organization_id, email) DO NOTHING
  RETURNING *
), shown AS (
  SELECT row_to_json(f)::text AS json FROM (SELECT ${CONTACT_FIELDS} FROM made c) f
)
SELECT k.location_known, k.organization_known, s.json,
  CASE WHEN s.json IS NOT NULL THEN emit_events($1::uuid, ARRAY['new_contact'], ARRAY['[' || s.json || ']'], $14::timestamptz) END AS deliveries,
  CASE WHEN s.json IS NULL THEN (SELECT id FROM contact WHERE organization_id = $1::uuid AND email = $3) END AS holder
FROM known k LEFT JOIN shown s ON true`

function contactValues(organizationId: string, input: CreateContact, phone: string | null): unknown[] {
  return [
    organizationId,
    uuidv7(),
    input.email,
    input.firstName,
    input.lastName ?? null,
    phone,
    input.title ?? null,
    input.preferredLanguage ?? null,
    input.locationId ?? null,
    input.contactOrganizationId ?? null,
    JSON.stringify(input.customFields ?? {}),
    input.tags ?? [],
    hashesOfEmail(input.email).map((hash) => Buffer.from(hash)),
    now(),
  ]
}
