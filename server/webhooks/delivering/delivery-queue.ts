import { now } from '../../clock'
import { queryRows } from '../../db'
import type { WorkQueue } from '../../jobs/work-queue'
import { DeliveryWorker } from './delivery-worker'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 30_000

/** At most five deliveries per organization at once, so that unresponsive receivers do not block other organizations. */
export const deliveryQueue = {
  job: 'webhooks/deliveries.queued',
  atOnce: 5,
  organizationsAtOnce: 200,
  // The last attempt may start at the end of the budget and take 12 seconds: well below the one-minute limit of a job's call.
  budgetMs: 25_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-deliveries',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id) WHERE EXISTS (
        SELECT FROM webhook_delivery WHERE organization_id = o.id AND status = 'pending' AND next_attempt_at <= $2::timestamptz)`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new DeliveryWorker(organizationId),
} satisfies WorkQueue

/**
 * Organizations with a delivery that is overdue by half a minute, the longest overdue first. Reads one row per organization.
 * @param patienceMs grace period for the wake event to arrive.
 */
export async function listOverdueDeliveries(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, next_attempt_at FROM webhook_delivery WHERE status = 'pending'
         ORDER BY organization_id, next_attempt_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, next_attempt_at FROM webhook_delivery
          WHERE status = 'pending' AND organization_id > first.organization_id
          ORDER BY organization_id, next_attempt_at LIMIT 1) next)
      SELECT organization_id AS id FROM first WHERE next_attempt_at <= $1::timestamptz ORDER BY next_attempt_at LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
