import { now } from '../../clock'
import { queryRows } from '../../db'
import { env } from '../../env'
import type { DueOrganization } from '../../jobs/define-queue'
import { ATTEMPT_CLAIM_MS, type ClaimedAttempt, type FinishedAttempt } from './claimed-attempt'
import { decideAttemptOutcome } from './decide-attempt-outcome'

const RESPONSE_BODY_MAX_CHARACTERS = 4000

/**
 * @property blockedDeliveryIds due deliveries that cannot be claimed as they are: see `handleUnclaimableDelivery`
 * @property lateResults of removed deliveries, or of attempts given up as lost
 */
type ClaimedAttempts = { claims: ClaimedAttempt[]; blockedDeliveryIds: string[]; lateResults: number }

/**
 * Records the results of attempts and claims the next ones, in one statement: one round trip and one commit. Attempts are claimed before the
 * first byte is sent, so that a crash can cause neither a duplicate nor a sixth attempt. A success counts even if the delivery was
 * cancelled meanwhile; of a failure then only the attempt is recorded. Joins an open transaction.
 * @param except deliveries to skip although they are due.
 * @param only this one, if it is due.
 */
export async function recordResultsAndClaimAttempts(
  organizationId: string,
  done: readonly FinishedAttempt[],
  { capacity, except = [], only }: { capacity: number; except?: readonly string[]; only?: string },
): Promise<ClaimedAttempts> {
  const at = now()
  const outcomes = done.map(({ claim, result }) => decideAttemptOutcome(claim.attempt, result, at))
  const deliveryIds = done.map(({ claim }) => claim.deliveryId)
  const rows = await queryRows<Row>({
    name: only === undefined ? 'exchange-attempts' : 'exchange-attempt',
    text: only === undefined ? RECORD_AND_CLAIM_SQL : RECORD_AND_CLAIM_ONE_SQL,
    values: [
      organizationId,
      at,
      deliveryIds,
      done.map(({ claim }) => claim.attemptId),
      done.map(({ result }) => result.ok),
      done.map(({ result }) => result.status ?? null),
      done.map(({ result }) => result.error ?? null),
      done.map(({ result }) => result.durationMs ?? null),
      done.map(({ result }) => result.body?.slice(0, RESPONSE_BODY_MAX_CHARACTERS).toWellFormed() ?? null),
      done.map(({ result }) => result.signature ?? null),
      outcomes.map(({ status }) => status),
      outcomes.map(({ deadLetter }) => deadLetter),
      outcomes.map(({ nextAttemptAt }) => nextAttemptAt),
      [...except, ...deliveryIds],
      capacity,
      // Without a mail server no address can be verified, so verification is not required.
      env.smtpUrl !== undefined,
      new Date(at.getTime() + ATTEMPT_CLAIM_MS),
      ...(only === undefined ? [] : [only]),
    ],
  })
  return {
    claims: rows.flatMap((row) => (row.attemptId === null ? [] : { ...row, organizationId })),
    blockedDeliveryIds: rows.flatMap((row) => (row.attemptId === null ? (row.deliveryId ?? []) : [])),
    lateResults: rows[0]?.late ?? 0,
  }
}

/** A due delivery, if any; without an attempt if its receiver or an open attempt is in the way. @property late of all results */
type Row = { late: number } & (Omit<ClaimedAttempt, 'organizationId'> | { attemptId: null; deliveryId: string | null })

/**
 * The rows that this statement locks are the latest versions, and it changes none twice: a delivery that it records is not
 * claimed again. Attempt rows are re-checked once the delivery is locked, so that one closed meanwhile stays closed.
 */
const recordAndClaimSql = (condition: string) => `
  WITH results AS (
    SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::boolean[], $6::int[], $7::text[], $8::int[], $9::text[], $10::text[],
      $11::text[], $12::boolean[], $13::timestamptz[])
      AS g(delivery_id, attempt_id, ok, http_status_code, error, duration_ms, response_body, signature, status, dead_letter, next_attempt_at)),
  locked AS MATERIALIZED (
    SELECT id, status FROM webhook_delivery WHERE organization_id = $1::uuid AND id = ANY($3::uuid[]) ORDER BY id FOR UPDATE),
  closed AS (
    UPDATE webhook_attempt a SET http_status_code = g.http_status_code, success = g.ok, error = g.error, duration_ms = g.duration_ms,
      response_body = g.response_body, signature = g.signature, dead_letter = g.dead_letter AND l.status = 'pending',
      finished_at = $2::timestamptz
    FROM results g JOIN locked l ON l.id = g.delivery_id
    WHERE a.organization_id = $1::uuid AND a.id = g.attempt_id AND a.finished_at IS NULL
    RETURNING g.delivery_id, g.ok, g.status, g.dead_letter, g.next_attempt_at, l.status AS former_status),
  completed AS (
    UPDATE webhook_delivery d SET status = c.status, dead_letter = c.dead_letter, next_attempt_at = c.next_attempt_at,
      reason = CASE WHEN NOT c.ok THEN d.reason END, ended_at = CASE WHEN c.status <> 'pending' THEN $2::timestamptz END
    FROM closed c WHERE d.organization_id = $1::uuid AND d.id = c.delivery_id AND (c.ok OR c.former_status = 'pending')),
  due AS MATERIALIZED (
    SELECT id, subscription_id, kind, body, attempt_count, resend_of_id, is_test, next_attempt_at FROM webhook_delivery
    WHERE organization_id = $1::uuid AND status = 'pending' AND next_attempt_at <= $2::timestamptz AND id <> ALL($14::uuid[])${condition}
    ORDER BY next_attempt_at, id LIMIT $15::int FOR UPDATE SKIP LOCKED),
  claimable AS MATERIALIZED (
    SELECT due.id, due.subscription_id, due.attempt_count + 1 AS attempt, uuid_v7() AS attempt_id, s.hook_url,
      s.secret_encrypted, CASE WHEN s.previous_secret_until > $2::timestamptz THEN s.previous_secret_encrypted END AS previous
    FROM due
    JOIN webhook_subscription s ON s.organization_id = $1::uuid AND s.id = due.subscription_id
    JOIN organization o ON o.id = $1::uuid
    LEFT JOIN api_key k ON k.organization_id = $1::uuid AND k.id = s.owner_key_id
    WHERE s.active AND k.is_active IS NOT FALSE AND (due.is_test OR due.kind = ANY(s.trigger_types))
      AND o.suspended_at IS NULL AND o.deletes_at IS NULL AND (o.verified_at IS NOT NULL OR NOT $16::boolean)
      AND NOT EXISTS (SELECT FROM webhook_attempt a
        WHERE a.organization_id = $1::uuid AND a.delivery_id = due.id AND a.finished_at IS NULL)),
  opened AS (
    INSERT INTO webhook_attempt (id, organization_id, delivery_id, subscription_id, attempt, created_at)
    SELECT attempt_id, $1::uuid, id, subscription_id, attempt, $2::timestamptz FROM claimable),
  claimed AS (
    UPDATE webhook_delivery d SET attempt_count = claimable.attempt, next_attempt_at = $17::timestamptz
    FROM claimable WHERE d.organization_id = $1::uuid AND d.id = claimable.id)
  SELECT due.id AS "deliveryId", due.subscription_id AS "subscriptionId", due.kind, due.body, due.resend_of_id AS "resendOfId",
    due.is_test AS "isTest", claimable.attempt_id AS "attemptId", claimable.attempt, claimable.hook_url AS "hookUrl",
    claimable.secret_encrypted AS "secretEncrypted", claimable.previous AS "previousSecretEncrypted",
    (cardinality($3::uuid[]) - (SELECT count(*) FROM closed))::int AS late
  FROM (VALUES (true)) AS once LEFT JOIN due ON true LEFT JOIN claimable ON claimable.id = due.id
  ORDER BY due.next_attempt_at, due.id`

const RECORD_AND_CLAIM_SQL = recordAndClaimSql('')
const RECORD_AND_CLAIM_ONE_SQL = recordAndClaimSql(' AND id = $18::uuid')

export function listOrganizationsWithDueDeliveries(limit: number, before: Date): Promise<DueOrganization[]> {
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

export async function readNextDeliveryDueAt(organizationId: string, except: readonly string[]): Promise<Date | null> {
  const [next] = await queryRows<{ at: Date }>({
    name: 'next-due-delivery',
    text: `SELECT next_attempt_at AS at FROM webhook_delivery
      WHERE organization_id = $1::uuid AND status = 'pending' AND next_attempt_at IS NOT NULL AND id <> ALL($2::uuid[])
      ORDER BY next_attempt_at, id LIMIT 1`,
    values: [organizationId, except],
  })
  return next?.at ?? null
}
