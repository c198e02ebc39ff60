import { queryRows } from '../../db'
import { type DueOrganization, defineBatchQueue } from '../../jobs/queue'
import { SendingWorker } from './sending-worker'

/** Due sendings, processed in batches that are large enough to be worth their statements. */
export const sendingQueue = defineBatchQueue({
  name: 'sequences/sendings',
  // A message that is handed over at the end of the budget may take most of the one-minute limit of a job's call.
  limits: { perOrganization: 20, organizations: 50, budgetMs: 10_000, overdueMs: 60_000 },
  listDue: listDueSendings,
  openWorker: (organizationId) => new SendingWorker(organizationId),
})

/** Organizations with a due sending, or with a revision that is not applied. Reads one row per organization. */
function listDueSendings(limit: number, before: Date): Promise<DueOrganization[]> {
  return queryRows({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL ORDER BY organization_id, due_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL AND organization_id > first.organization_id
          ORDER BY organization_id, due_at LIMIT 1) next),
      due AS (
        SELECT organization_id, due_at FROM first WHERE due_at <= $1::timestamptz
        UNION ALL SELECT organization_id, created_at FROM sequence_revision WHERE created_at <= $1::timestamptz)
      SELECT organization_id AS "organizationId", min(due_at) AS "dueAt" FROM due
      GROUP BY organization_id ORDER BY min(due_at) LIMIT $2`,
    values: [before, limit],
  })
}
