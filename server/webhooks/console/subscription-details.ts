import { auditOnceIn } from '../../audit/audit'
import { HOUR_MS } from '../../clock'
import { db, Prisma } from '../../db'
import { readFailure } from '../../outbound/dial-failure'
import { transact } from '../../unit-of-work'
import type { DeliveryAttempt, SubscriptionDetail } from '../schema'
import { openSecret } from '../subscriptions/secrets'

const ATTEMPTS_SHOWN = 20

/**
 * All subscriptions with secret and newest attempts, newest first: for owners and admins (interface specification, 4.6). Audits
 * that the secrets were shown at most once an hour per actor, because programs may poll.
 */
export async function listSubscriptionsWithAttempts(organizationId: string): Promise<SubscriptionDetail[]> {
  const [rows, attempts] = await Promise.all([
    db.webhookSubscription.findMany({
      where: { organizationId },
      include: { ownerKey: { select: { id: true, name: true, isActive: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    newestAttempts(organizationId),
  ])
  if (rows.length > 0) await transact(() => auditOnceIn(HOUR_MS, organizationId, { action: 'webhook.secrets_shown' }))
  return rows.map((row) => ({
    id: row.id,
    hookUrl: row.hookUrl,
    triggerTypes: row.triggerTypes as SubscriptionDetail['triggerTypes'],
    active: row.active,
    paused: row.ownerKey?.isActive === false,
    owner: row.ownerKey ? { id: row.ownerKey.id, name: row.ownerKey.name } : null,
    secret: openSecret(row.secretEncrypted, row.id),
    createdAt: row.createdAt.toISOString(),
    attempts: attempts.filter(({ subscriptionId }) => subscriptionId === row.id).map(present),
  }))
}

type Attempt = Omit<DeliveryAttempt, 'createdAt'> & { subscriptionId: string; createdAt: Date }

/** Finished attempts only. One index scan per subscription, in one round trip. */
function newestAttempts(organizationId: string): Promise<Attempt[]> {
  return db.$queryRaw<Attempt[]>(Prisma.sql`
    SELECT s.id AS "subscriptionId", a.delivery_id AS "deliveryId", d.kind AS event, a.attempt, a.http_status_code AS "httpStatusCode",
      a.success, a.dead_letter AS "deadLetter", a.error, a.duration_ms AS "durationMs", a.created_at AS "createdAt"
    FROM webhook_subscription s
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_attempt a
      WHERE a.organization_id = s.organization_id AND a.subscription_id = s.id AND a.finished_at IS NOT NULL
      ORDER BY a.created_at DESC, a.id DESC LIMIT ${ATTEMPTS_SHOWN}
    ) a
    JOIN webhook_delivery d ON d.id = a.delivery_id
    WHERE s.organization_id = ${organizationId}::uuid
    ORDER BY a.created_at DESC, a.id DESC`)
}

function present({ createdAt, ...row }: Attempt): DeliveryAttempt {
  return {
    deliveryId: row.deliveryId,
    event: row.event,
    attempt: row.attempt,
    httpStatusCode: row.httpStatusCode,
    success: row.success,
    deadLetter: row.deadLetter,
    error: readFailure(row.error),
    durationMs: row.durationMs,
    createdAt: createdAt.toISOString(),
  }
}
