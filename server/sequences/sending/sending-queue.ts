import { now } from '../../clock'
import { queryRows } from '../../db'
import type { WorkQueue } from '../../jobs/work-queue'
import { SendingWorker } from './sending-worker'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 60_000
/** Due sendings, processed in batches that are large enough to be worth their statements. */
export const sendingQueue = {
  job: 'sequences/sendings.queued',
  atOnce: 20,
  organizationsAtOnce: 50,
  // A delivery that starts at the end of the budget may take most of the one-minute limit of a job's call.
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
 * Organizations with a sending that is overdue by a minute, or with a revision that is not applied, the longest overdue first.
 * Reads one row per organization.
 * @param patienceMs grace period for the wake event to arrive.
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
