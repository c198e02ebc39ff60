import { now } from '../../clock'
import type { Tx } from '../../db'

/**
 * Deletes reviews that the site removed, keeping only their ids. Locks them in the order in which pages do, to avoid deadlocks.
 * @returns the number of deleted reviews.
 */
export async function deleteReviewsAndRecordRemoval(
  tx: Tx,
  organizationId: string,
  site: string,
  externalIds: readonly string[],
): Promise<number> {
  if (externalIds.length === 0) return 0
  return tx.$executeRaw`
    WITH locked AS (
      SELECT id FROM review WHERE organization_id = ${organizationId}::uuid AND source = ${site} AND external_id = ANY(${externalIds}::text[])
      ORDER BY external_id COLLATE "C" FOR UPDATE),
    removed AS (DELETE FROM review r USING locked WHERE r.id = locked.id RETURNING r.id, r.external_id)
    INSERT INTO removed_review (organization_id, source, external_id, review_id, removed_at)
    SELECT ${organizationId}::uuid, ${site}, external_id, id, ${now()}::timestamptz FROM removed`
}

/** Records that a full sync saw reviews, without moving `updated_at`: clients that keep a copy do not read them all again. */
export async function recordReviewsSeen(
  tx: Tx,
  organizationId: string,
  { site, externalIds, seenAt }: { site: string; externalIds: readonly string[]; seenAt: Date },
): Promise<void> {
  await tx.$executeRaw`
    UPDATE review SET seen_at = ${seenAt}
    WHERE organization_id = ${organizationId}::uuid AND source = ${site} AND external_id = ANY(${externalIds}::text[])`
}
