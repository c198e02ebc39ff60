import { queueSystemEmails } from '../../system-emails/queue'
import type { Work } from '../../unit-of-work'

/**
 * Counts a delivery that failed for good, or the 410 that deactivated the subscription, toward a message to every owner
 * and admin; in the caller's transaction, so that neither is there without the other. Where a message waits or is on its
 * way already, it grows or the next one will tell; a person gets at most one a day about one subscription.
 */
export async function noteFailure(work: Work, organizationId: string, subscriptionId: string): Promise<void> {
  const administrators = await work.tx.membership.findMany({
    where: { organizationId, role: { in: ['owner', 'admin'] } },
    select: { userId: true },
    // In one order, whoever counts: nobody waits in a circle.
    orderBy: { userId: 'asc' },
  })
  await queueSystemEmails(
    work,
    administrators.map(({ userId }) => ({
      kind: 'webhookFailures',
      organizationId,
      userId,
      aboutId: subscriptionId,
      groupKey: `webhookFailures ${subscriptionId} ${userId}`,
    })),
  )
}
