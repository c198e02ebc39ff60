import { SMS_NUMBER } from '../contacts/phone'
import { queryRows, type Tx } from '../db'
import { BULK_ACTION_CONTACTS_MAX, type SkipReason, type UndoOutcome } from './constants'
import type { ContactSelectionSql } from './resolve-contact-selection'

/** A contact of a job. */
export type JobItem = { position: number; contactId: string }

export type ItemOutcome = {
  position: number
  outcome: 'changed' | 'unchanged' | 'skipped'
  reason?: SkipReason
  undoData?: object
}

/** Fixes the contacts of a job, in one statement. @returns their number, at most one above the limit */
export async function insertItems(
  tx: Tx,
  organizationId: string,
  jobId: string,
  { sql, values }: ContactSelectionSql,
): Promise<number> {
  const job = `$${values.length + 1}::uuid`
  return tx.$executeRawUnsafe(
    `INSERT INTO contact_job_item (organization_id, job_id, position, contact_id)
     SELECT $1::uuid, ${job}, row_number() OVER (ORDER BY c.id), c.id FROM contact c WHERE ${sql} LIMIT ${BULK_ACTION_CONTACTS_MAX + 1}`,
    ...values,
    jobId,
  )
}

/** The next contacts of a job after a position. */
export function readItems(organizationId: string, jobId: string, after: number, limit: number): Promise<JobItem[]> {
  return queryRows({
    name: 'contact-job-items',
    text: `SELECT position, contact_id AS "contactId" FROM contact_job_item
      WHERE organization_id = $1::uuid AND job_id = $2::uuid AND position > $3::int ORDER BY position LIMIT $4::int`,
    values: [organizationId, jobId, after, limit],
  })
}

export async function recordItemOutcomes(
  tx: Tx,
  organizationId: string,
  jobId: string,
  outcomes: readonly ItemOutcome[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE contact_job_item i SET outcome = o.outcome, reason = o.reason, undo_data = o."undoData"
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (position int, outcome text, reason text, "undoData" jsonb)
    WHERE i.organization_id = ${organizationId}::uuid AND i.job_id = ${jobId}::uuid AND i.position = o.position`
}

/** The next contacts after a position that a job changed, without those that an undo was tried for. */
export function readChangedItems(
  organizationId: string,
  jobId: string,
  after: number,
  limit: number,
): Promise<JobItem[]> {
  return queryRows({
    name: 'contact-job-items-to-undo',
    text: `SELECT position, contact_id AS "contactId" FROM contact_job_item
      WHERE organization_id = $1::uuid AND job_id = $2::uuid AND position > $3::int AND outcome = 'changed' AND undo_outcome IS NULL
      ORDER BY position LIMIT $4::int`,
    values: [organizationId, jobId, after, limit],
  })
}

export async function recordUndoOutcomes(
  tx: Tx,
  organizationId: string,
  jobId: string,
  outcomes: readonly { position: number; outcome: UndoOutcome }[],
): Promise<void> {
  await tx.$executeRaw`
    UPDATE contact_job_item i SET undo_outcome = o.outcome
    FROM jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) AS o (position int, outcome text)
    WHERE i.organization_id = ${organizationId}::uuid AND i.job_id = ${jobId}::uuid AND i.position = o.position`
}

type SelectionCount = 'total' | 'unsubscribed' | 'bounced' | 'noPhone' | 'emailDeclined' | 'enrolled'
type SelectionCounts = Record<SelectionCount, number>

/**
 * Counts contacts by what an enrolment needs. Each contact counts once, in this order.
 * @param sequenceId that counts contacts which are going through it
 * @param usesSms otherwise only email is sent
 */
export async function countContactsBySkipReason(
  { sql, values }: ContactSelectionSql,
  { sequenceId, usesSms }: { sequenceId: string | null; usesSms: boolean },
): Promise<SelectionCounts> {
  const sequence = `$${values.length + 1}::uuid`
  const sms = `$${values.length + 2}::boolean`
  const [row] = await queryRows<Record<keyof SelectionCounts, string>>({
    text: `SELECT count(*) AS total, count(*) FILTER (WHERE state = 'unsubscribed') AS unsubscribed,
        count(*) FILTER (WHERE state = 'bounced') AS bounced, count(*) FILTER (WHERE state = 'noPhone') AS "noPhone",
        count(*) FILTER (WHERE state = 'emailDeclined') AS "emailDeclined", count(*) FILTER (WHERE state = 'enrolled') AS enrolled
      FROM (SELECT CASE WHEN c.unsubscribed THEN 'unsubscribed'
          WHEN c.bounced_at IS NOT NULL AND NOT ${sms} THEN 'bounced'
          WHEN ${sms} AND coalesce(c.phone, '') !~ '${SMS_NUMBER.source}' THEN 'noPhone'
          WHEN NOT ${sms} AND EXISTS (SELECT FROM suppression p WHERE p.organization_id = $1::uuid AND p.email = c.email
            AND p.reason = 'no_email') THEN 'emailDeclined'
          WHEN ${sequence} IS NOT NULL AND EXISTS (SELECT FROM sending s WHERE s.organization_id = $1::uuid
            AND s.contact_id = c.id AND s.sequence_id = ${sequence} AND s.ended_at IS NULL) THEN 'enrolled' END AS state
        FROM contact c WHERE ${sql}) counted`,
    values: [...values, sequenceId, usesSms],
  })
  const count = (name: keyof SelectionCounts) => Number(row?.[name] ?? 0)
  return {
    total: count('total'),
    unsubscribed: count('unsubscribed'),
    bounced: count('bounced'),
    noPhone: count('noPhone'),
    emailDeclined: count('emailDeclined'),
    enrolled: count('enrolled'),
  }
}
