import type { Sending } from '@/prisma/generated/client'
import type { Tx } from '../db'

type NewSendings = Pick<Sending, 'sequenceId' | 'surveyId' | 'employeeId' | 'status' | 'anchorAt'> & {
  sendings: readonly Pick<Sending, 'id' | 'contactId' | 'email' | 'locationId'>[]
  dueAt: Date
}

export async function insertSendings(
  tx: Tx,
  organizationId: string,
  { sendings, sequenceId, surveyId, employeeId, status, anchorAt, dueAt }: NewSendings,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sending (id, organization_id, sequence_id, sequence_version, survey_id, contact_id, email, location_id, employee_id, contact_organization_id,
      status, anchor_at, due_at, created_at, updated_at)
    SELECT s.id, ${organizationId}::uuid, ${sequenceId}::uuid, coalesce((
        SELECT version FROM sequence WHERE organization_id = ${organizationId}::uuid AND id = ${sequenceId}::uuid), 1), ${surveyId}::uuid, s.contact_id, s.email, s.location_id,
      ${employeeId}::uuid, c.contact_organization_id, ${status}, ${anchorAt}, ${dueAt}, ${anchorAt}, ${anchorAt}
    FROM unnest(${sendings.map(({ id }) => id)}::uuid[], ${sendings.map(({ contactId }) => contactId)}::uuid[],
      ${sendings.map(({ email }) => email)}::text[], ${sendings.map(({ locationId }) => locationId)}::uuid[])
      AS s(id, contact_id, email, location_id)
      JOIN contact c ON c.organization_id = ${organizationId}::uuid AND c.id = s.contact_id`
}

/** @property claims sendings by the hashes of their keys */
type KeysToClaim = { targetId: string; claims: ReadonlyMap<string, string>; at: Date; expiredBefore: Date }

/** Takes keys that are unused or expired, in the order of their hashes, so that concurrent requests wait instead of deadlocking. */
export async function claimKeys(
  tx: Tx,
  organizationId: string,
  { targetId, claims, at, expiredBefore }: KeysToClaim,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO sending_dedupe_key AS k (organization_id, target_id, key_hash, sending_id, created_at)
    SELECT ${organizationId}::uuid, ${targetId}::uuid, n.key_hash, n.sending_id, ${at}
    FROM unnest(${[...claims.keys()]}::text[], ${[...claims.values()]}::uuid[]) AS n(key_hash, sending_id)
    ORDER BY n.key_hash
    ON CONFLICT (organization_id, target_id, key_hash) DO UPDATE
      SET sending_id = EXCLUDED.sending_id, created_at = EXCLUDED.created_at
      WHERE k.created_at < ${expiredBefore}`
}
