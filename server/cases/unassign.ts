import { now } from '../clock'
import type { Tx } from '../db'
import { currentBy } from '../organization-context'

/**
 * Unassigns a departing member from all cases, including resolved ones, which may be reopened. Runs after the membership is deleted, in the
 * same transaction, so that no case can be assigned to them concurrently.
 */
export async function unassignFrom(tx: Tx, organizationId: string, userId: string): Promise<void> {
  const { doer } = currentBy()
  await tx.$executeRaw`
    WITH freed AS (
      UPDATE response SET assignee_id = NULL, updated_at = ${now()}
      WHERE organization_id = ${organizationId}::uuid AND assignee_id = ${userId}::uuid RETURNING id
    )
    INSERT INTO response_event (id, organization_id, response_id, kind, actor_id, actor_name, value, created_at)
    SELECT time_ordered_uuid(), ${organizationId}::uuid, id, 'unassigned', ${doer.id}::uuid, ${doer.name},
      (SELECT name FROM "user" WHERE id = ${userId}::uuid), ${now()} FROM freed`
}
