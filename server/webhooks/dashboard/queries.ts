import type { WebhookAttempt } from '@/prisma/generated/client'
import { now } from '../../clock'
import { db, type Tx } from '../../db'
import type { EventKind } from '../schema'

type NewestAttempt = { event: EventKind } & Omit<
  WebhookAttempt,
  'id' | 'organizationId' | 'responseBody' | 'signature' | 'finishedAt'
>

export function listNewestSubscriptionAttempts(
  organizationId: string,
  subscriptionIds: readonly string[],
  perSubscription: number,
): Promise<NewestAttempt[]> {
  return db.$queryRaw<NewestAttempt[]>`
    SELECT a.subscription_id AS "subscriptionId", a.delivery_id AS "deliveryId", d.kind AS event, a.attempt,
      a.http_status_code AS "httpStatusCode", a.success, a.dead_letter AS "deadLetter", a.error, a.duration_ms AS "durationMs",
      a.created_at AS "createdAt"
    FROM unnest(${[...subscriptionIds]}::uuid[]) AS wanted(id)
    CROSS JOIN LATERAL (
      SELECT * FROM webhook_attempt
      WHERE organization_id = ${organizationId}::uuid AND subscription_id = wanted.id AND finished_at IS NOT NULL
      ORDER BY created_at DESC, id DESC LIMIT ${perSubscription}
    ) a
    JOIN webhook_delivery d ON d.id = a.delivery_id
    ORDER BY a.created_at DESC, a.id DESC`
}

export function insertResendsOfFailed(
  tx: Tx,
  organizationId: string,
  failed: { subscriptionId: string; since: Date; kinds: readonly string[]; atMost: number },
): Promise<number> {
  return tx.$executeRaw`
    INSERT INTO webhook_delivery (id, organization_id, subscription_id, kind, body, is_test, resend_of_id, next_attempt_at, created_at)
    SELECT uuid_v7(), organization_id, subscription_id, kind, body, is_test, event_id, ${now()}, ${now()} FROM (
      SELECT DISTINCT ON (event_id) failed.* FROM (
        SELECT d.*, coalesce(d.resend_of_id, d.id) AS event_id FROM webhook_delivery d
        WHERE d.organization_id = ${organizationId}::uuid AND d.subscription_id = ${failed.subscriptionId}::uuid AND d.status = 'failed'
          AND d.ended_at >= ${failed.since} AND (d.is_test OR d.kind = ANY(${[...failed.kinds]}))
      ) failed
      WHERE NOT EXISTS (
        SELECT FROM webhook_delivery later
        WHERE later.organization_id = failed.organization_id AND later.resend_of_id = failed.event_id
          AND (later.status = 'pending' OR later.status = 'succeeded' AND later.created_at > failed.created_at))
      ORDER BY event_id, failed.created_at DESC
    ) event ORDER BY created_at, id LIMIT ${failed.atMost}`
}

const SEARCHED_DELIVERIES_MAX = 200

export async function findNewestEventBody(tx: Tx, organizationId: string, kind: EventKind): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ body: string }[]>`
    SELECT body FROM webhook_delivery WHERE id = (
      SELECT d.id FROM webhook_subscription s
      CROSS JOIN LATERAL (
        SELECT id, kind, is_test, created_at FROM webhook_delivery
        WHERE organization_id = s.organization_id AND subscription_id = s.id
        ORDER BY created_at DESC, id DESC LIMIT ${SEARCHED_DELIVERIES_MAX}
      ) d
      WHERE s.organization_id = ${organizationId}::uuid AND d.kind = ${kind} AND NOT d.is_test
      ORDER BY d.created_at DESC LIMIT 1)`
  return row?.body ?? null
}
