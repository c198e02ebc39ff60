import { now } from '../../clock'
import { queryRows } from '../../db'
import type { WorkQueue } from '../../jobs/work-queue'
import { SendingWorker } from './sending-worker'

/** One that is due for so long has lost its wake. */
const OVERDUE_MS = 60_000
/** The people of one organization on their way through sequences: as many at once as make a batch worth its statements. */
export const sendingQueue = {
  job: 'sequences/sendings.queued',
  atOnce: 20,
  organizationsAtOnce: 50,
  // A message that is handed over at its end may take most of the minute of a job's call.
  budgetMs: 10_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-sendings',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id)
        WHERE EXISTS (SELECT FROM sending WHERE organization_id = o.id AND due_at <= $2::timestamptz)`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new SendingWorker(organizationId),
} satisfies WorkQueue

/**
 * Organizations with a sending that should have gone on a minute ago, or a change of a sequence that should have been
 * applied, the longest waiting first. Looks at one row of each organization, however many it has.
 * @param patienceMs how long a wake is given to arrive.
 */
export async function listOverdueSendings(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL ORDER BY organization_id, due_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, due_at FROM sending WHERE due_at IS NOT NULL AND organization_id > first.organization_id
          ORDER BY organization_id, due_at LIMIT 1) next),
      overdue AS (
        SELECT organization_id, due_at FROM first WHERE due_at <= $1::timestamptz
        UNION ALL SELECT organization_id, created_at FROM sequence_revision WHERE created_at <= $1::timestamptz)
      SELECT organization_id AS id FROM overdue GROUP BY organization_id ORDER BY min(due_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
