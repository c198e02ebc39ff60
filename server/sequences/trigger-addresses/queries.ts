import type { Tx } from '../../db'

/** Erases up to `limit` bodies of decided requests, oldest first. @returns how many */
export function eraseBodies(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE trigger_request SET body = NULL, details = NULL WHERE id IN (
      SELECT id FROM trigger_request WHERE body IS NOT NULL AND decided_at IS NOT NULL AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}

/** Of an address: one request, or those with an outcome. */
export type ReplayFilter = { addressId: string; id: string | null; outcome: string | null }

/** Copies decided requests that have a body and no copy yet, oldest first, to be decided. @returns how many */
export function copyRequests(
  tx: Tx,
  organizationId: string,
  { addressId, id, outcome, at, limit }: ReplayFilter & { at: Date; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO trigger_request (id, organization_id, address_id, body, contact_id, replay_of_id, due_at, created_at)
    SELECT uuid_v7(), r.organization_id, r.address_id, r.body, r.contact_id, r.id, ${at}, ${at} FROM trigger_request r
    WHERE r.organization_id = ${organizationId}::uuid AND r.address_id = ${addressId}::uuid AND r.body IS NOT NULL AND r.decided_at IS NOT NULL
      AND (${id}::uuid IS NULL OR r.id = ${id}::uuid) AND (${outcome}::text IS NULL OR r.outcome = ${outcome}::text)
      AND NOT EXISTS (SELECT FROM trigger_request c WHERE c.replay_of_id = r.id)
    ORDER BY r.created_at, r.id LIMIT ${limit}`
}
