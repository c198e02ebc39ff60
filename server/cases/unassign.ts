import { now } from '../clock'
import type { Tx } from '../db'
import { currentBy } from '../organization-context'

/**
 * Whoever leaves an organization takes care of its responses no longer, resolved ones among them, for a case may be reopened. In the
 * transaction in which they go, after their membership: so nobody assigns them one meanwhile.
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
