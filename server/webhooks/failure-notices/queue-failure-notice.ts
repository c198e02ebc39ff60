import { queueSystemEmails } from '../../system-emails/queue-emails'
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
  const administrators = await work.tx.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] } },
    select: { userId: true },
    // Fixed order, to avoid deadlocks.
    orderBy: { userId: 'asc' },
  })
  await queueSystemEmails(
    work,
    administrators.map(({ userId }) => ({
      kind: 'webhookFailures',
      organizationId,
      userId,
      subjectId: subscriptionId,
      groupKey: `webhookFailures ${subscriptionId} ${userId}`,
    })),
  )
}
