import { now } from '../../clock'
import { db, type Tx } from '../../db'

/**
 * Counts a decision that begins, and postpones the next one, each time twice as long. Committed before the decision, it also counts
 * decisions that end their process.
 * @returns the decisions begun so far; null if the request is decided, or another worker decides on it
 */
export async function claimRequest(
  tx: Tx,
  organizationId: string,
  id: string,
  firstRetryMs: number,
): Promise<number | null> {
  const [row] = await tx.$queryRaw<{ attempts: number }[]>`
    UPDATE trigger_request SET attempts = attempts + 1,
      due_at = ${now()}::timestamptz + ${firstRetryMs}::int * 2 ^ attempts * interval '1 millisecond'
    WHERE organization_id = ${organizationId}::uuid AND id = ${id}::uuid AND due_at <= ${now()}
    RETURNING attempts`
  return row?.attempts ?? null
}

/** Erases the content of up to `limit` decided requests, oldest first. @returns how many */
export function eraseBodies(tx: Tx, before: Date, limit: number): Promise<number> {
  return tx.$executeRaw`
    UPDATE trigger_request SET body = NULL, details = NULL WHERE id IN (
      SELECT id FROM trigger_request WHERE (body IS NOT NULL OR details IS NOT NULL) AND decided_at IS NOT NULL AND created_at < ${before}
      ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
}

export type ContentLimits = { ofAddress: number; ofOrganization: number }

/**
 * Erases the oldest bodies of decided requests beyond the limits, at most `limit` of them. What became of the requests stays.
 * @returns how many
 */
export function eraseExcessBodies(
  tx: Tx,
  organizationId: string,
  { ofAddress, ofOrganization }: ContentLimits,
  limit: number,
): Promise<number> {
  return tx.$executeRaw`
    UPDATE trigger_request SET body = NULL WHERE id IN (
      SELECT id FROM (
        SELECT id, sum(bytes) OVER (PARTITION BY address_id ORDER BY created_at DESC, id DESC) AS of_address,
          sum(bytes) OVER (ORDER BY created_at DESC, id DESC) AS of_organization
        FROM (SELECT id, address_id, created_at, octet_length(body) AS bytes FROM trigger_request
          WHERE organization_id = ${organizationId}::uuid AND body IS NOT NULL AND decided_at IS NOT NULL) content) newest_first
      WHERE of_address > ${ofAddress}::bigint OR of_organization > ${ofOrganization}::bigint
      ORDER BY of_organization DESC LIMIT ${limit})`
}

export async function listOrganizationsWithRequests(since: Date): Promise<string[]> {
  const rows = await db.triggerRequest.groupBy({ by: ['organizationId'], where: { createdAt: { gte: since } } })
  return rows.map(({ organizationId }) => organizationId)
}

/** Bytes of the bodies that wait for a decision. */
export async function measureWaitingBodies(organizationId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ bytes: bigint }[]>`
    SELECT coalesce(sum(octet_length(body)), 0)::bigint AS bytes FROM trigger_request
    WHERE organization_id = ${organizationId}::uuid AND due_at IS NOT NULL`
  return Number(row?.bytes ?? 0)
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
