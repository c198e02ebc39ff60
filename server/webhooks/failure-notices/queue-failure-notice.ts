import { queueEmailsToAdministrators } from '../../system-emails/queue-emails'
import type { UnitOfWork } from '../../unit-of-work'

/**
 * Counts a permanently failed delivery, or the 410 that deactivated the subscription, toward a notification to every owner and
 * admin, in the caller's transaction. Increments a pending notification; while one is being sent, the next one includes the
 * failure. A user gets at most one a day about one subscription.
 */
export async function queueFailureNotice(
  work: UnitOfWork,
  organizationId: string,
  subscriptionId: string,
): Promise<void> {
  await queueEmailsToAdministrators(work, organizationId, (userId) => ({
    kind: 'webhookFailures',
    subjectId: subscriptionId,
    groupKey: `webhookFailures ${subscriptionId} ${userId}`,
  }))
}
