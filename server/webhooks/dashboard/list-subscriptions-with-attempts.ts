import { auditAtMostOncePer } from '../../audit/audit'
import { HOUR_MS } from '../../clock'
import { db } from '../../db'
import { parseFailureCode } from '../../outbound/dial-failure'
import { transact } from '../../unit-of-work'
import type { DeliveryAttempt, SubscriptionDetail } from '../schema'
import { decryptSigningSecret } from '../subscriptions/secrets'
import { listNewestAttempts, type NewestAttempt } from './queries'

const ATTEMPTS_SHOWN = 20

/**
 * All subscriptions with secret and newest attempts, newest first: for owners and admins (interface specification, 4.6). Audits
 * that the secrets were shown at most once an hour per actor, because programs may poll.
 */
export async function listSubscriptionsWithAttempts(organizationId: string): Promise<SubscriptionDetail[]> {
  const rows = await db.webhookSubscription.findMany({
    where: { organizationId },
    include: { ownerKey: { select: { id: true, name: true, isActive: true } } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  })
  const attempts = await listNewestAttempts(
    organizationId,
    rows.map(({ id }) => id),
    ATTEMPTS_SHOWN,
  )
  if (rows.length > 0)
    await transact(() => auditAtMostOncePer(HOUR_MS, organizationId, { action: 'webhook.secrets_shown' }))
  return rows.map((row) => ({
    id: row.id,
    hookUrl: row.hookUrl,
    triggerTypes: row.triggerTypes as SubscriptionDetail['triggerTypes'],
    active: row.active,
    paused: row.ownerKey?.isActive === false,
    owner: row.ownerKey ? { id: row.ownerKey.id, name: row.ownerKey.name } : null,
    secret: decryptSigningSecret(row.secretEncrypted, row.id),
    createdAt: row.createdAt.toISOString(),
    attempts: attempts.filter(({ subscriptionId }) => subscriptionId === row.id).map(present),
  }))
}

function present({ createdAt, ...row }: NewestAttempt): DeliveryAttempt {
  return {
    deliveryId: row.deliveryId,
    event: row.event,
    attempt: row.attempt,
    httpStatusCode: row.httpStatusCode,
    success: row.success,
    deadLetter: row.deadLetter,
    error: parseFailureCode(row.error),
    durationMs: row.durationMs,
    createdAt: createdAt.toISOString(),
  }
}
