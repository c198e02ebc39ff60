import { queryRows } from '../../db'
import { type DueOrganization, defineBatchQueue } from '../../jobs/queue'
import { DeliveryWorker } from './delivery-worker'

/** At most five deliveries per organization at once, so that unresponsive receivers do not block other organizations. */
export const deliveryQueue = defineBatchQueue({
  name: 'webhooks/deliveries',
  // The last attempt may start at the end of the budget and take 12 seconds: well below the one-minute limit of a job's call.
  limits: { perOrganization: 5, organizations: 200, budgetMs: 25_000 },
  listDue: listDueDeliveries,
  openWorker: (organizationId) => new DeliveryWorker(organizationId),
})

/** Reads one row per organization. */
function listDueDeliveries(limit: number, before: Date): Promise<DueOrganization[]> {
  return queryRows({
    text: `
      WITH RECURSIVE first AS (
        (SELECT organization_id, next_attempt_at FROM webhook_delivery WHERE status = 'pending'
         ORDER BY organization_id, next_attempt_at LIMIT 1)
        UNION ALL
        SELECT next.* FROM first CROSS JOIN LATERAL (
          SELECT organization_id, next_attempt_at FROM webhook_delivery
          WHERE status = 'pending' AND organization_id > first.organization_id
          ORDER BY organization_id, next_attempt_at LIMIT 1) next)
      SELECT organization_id AS "organizationId", next_attempt_at AS "dueAt" FROM first
      WHERE next_attempt_at <= $1::timestamptz ORDER BY next_attempt_at LIMIT $2`,
    values: [before, limit],
  })
}
