import { now } from '../../clock'
import { Prisma } from '../../db'
import { noticeQueued } from '../../jobs/events'
import type { Work } from '../../unit-of-work'

/** How long after a message about a subscription the same person gets the next one. */
export const NOTICE_PAUSE_MS = 24 * 60 * 60 * 1000

/**
 * Counts a delivery that failed for good, or the 410 that deactivated the subscription, toward a message to every owner
 * and admin; in the caller's transaction, so that neither is there without the other. Where a message waits or is on its
 * way already, it grows or the next one will tell; a person gets at most one a day about one subscription.
 */
export async function noteFailure({ tx, wake }: Work, organizationId: string, subscriptionId: string): Promise<void> {
  const at = now()
  const notices = await tx.$queryRaw<{ id: string; dueAt: Date }[]>(Prisma.sql`
    INSERT INTO webhook_notice (id, organization_id, subscription_id, user_id, failed_count, due_at, created_at)
    SELECT time_ordered_uuid(), m.organization_id, ${subscriptionId}::uuid, m.user_id, 1, greatest(${at}, (
        SELECT max(coalesce(n.sent_at, n.ended_at)) + make_interval(secs => ${NOTICE_PAUSE_MS / 1000})
        FROM webhook_notice n WHERE n.subscription_id = ${subscriptionId}::uuid AND n.user_id = m.user_id
      )), ${at}
    FROM membership m WHERE m.organization_id = ${organizationId}::uuid AND m.role IN ('owner', 'admin')
    ORDER BY m.user_id
    ON CONFLICT (subscription_id, user_id) WHERE ended_at IS NULL
      DO UPDATE SET failed_count = webhook_notice.failed_count + 1
    RETURNING id, due_at AS "dueAt"`)
  for (const { id, dueAt } of notices) if (dueAt <= at) wake(noticeQueued(organizationId, id))
}
