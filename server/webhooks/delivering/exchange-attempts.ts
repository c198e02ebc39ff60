import { now } from '../../clock'
import { queryRows } from '../../db'
import { env } from '../../env'
import type { Claim } from './claim'
import { CLAIM_MS } from './claim-attempt'
import { type Attempted, GONE, keptBody } from './record-result'
import { MAX_ATTEMPTS, retryDelayMs } from './retry-delay'

/*
 * The path of nearly every delivery: records the last results and claims the next attempts in one statement, which is one round
 * trip and one commit. Exceptions (an attempt left open by a dead process, a subscription that no longer accepts the event, a
 * hold, the last failure, a 410) are handled one at a time by `claimAttempt` and `recordResult`, which define the rules.
 */

export type Round = {
  claims: Claim[]
  /** Due deliveries that `claimAttempt` must handle. */
  others: string[]
  /** Results that came too late: the delivery was removed, or its attempt given up as lost. */
  late: number
}

/** Whether the batched statement can record it. */
export function isPlain({ claim, result }: Attempted): boolean {
  return result.ok || (result.status !== GONE && claim.attempt < MAX_ATTEMPTS)
}

type Wanted = { room: number; except?: readonly string[]; only?: string }

/**
 * @param done results that {@link isPlain} accepts.
 * @param wanted.except deliveries to skip although they are due.
 * @param wanted.only this one, if it is due.
 */
export async function exchangeAttempts(
  organizationId: string,
  done: readonly Attempted[],
  { room, except = [], only }: Wanted,
): Promise<Round> {
  const at = now()
  const column = <T>(pick: (one: Attempted) => T) => done.map(pick)
  const rows = await queryRows<Row>({
    name: only === undefined ? 'exchange-attempts' : 'exchange-attempt',
    text: only === undefined ? EXCHANGE : EXCHANGE_ONE,
    values: [
      organizationId,
      at,
      column(({ claim }) => claim.deliveryId),
      column(({ claim }) => claim.attemptId),
      column(({ result }) => result.ok),
      column(({ result }) => result.status ?? null),
      column(({ result }) => result.error ?? null),
      column(({ result }) => result.durationMs),
      column(({ result }) => keptBody(result.body)),
      column(({ result }) => result.signature ?? null),
      column(({ claim, result }) =>
        result.ok ? null : new Date(at.getTime() + retryDelayMs(claim.attempt, result, at)),
      ),
      [...except, ...column(({ claim }) => claim.deliveryId)],
      room,
      // Without a mail server no address can be verified, so verification is not required.
      env.smtpUrl !== undefined,
      new Date(at.getTime() + CLAIM_MS),
      ...(only === undefined ? [] : [only]),
    ],
  })
  const due = rows.filter((row) => row.deliveryId !== null)
  return {
    claims: due.flatMap((row) => (row.attemptId === null ? [] : [toClaim(organizationId, row)])),
    others: due.flatMap(({ deliveryId, attemptId }) => (deliveryId === null || attemptId !== null ? [] : [deliveryId])),
    late: rows[0]?.late ?? 0,
  }
}

function toClaim(organizationId: string, row: Row): Claim {
  // A row with an attempt id has all other columns too.
  return { ...(row as Row & Claimed), state: 'claimed', organizationId }
}

type Claimed = Omit<Claim, 'state' | 'organizationId'>
type Row = { [Field in keyof Claimed]: Claimed[Field] | null } & { late: number }

/**
 * The rows that this statement locks are the latest versions, and it changes none twice: a delivery that it records is not
 * claimed again. Attempt rows are re-checked once the delivery is locked, so that one closed meanwhile stays closed.
 */
const statement = (which: string) => `
  WITH given AS (
    SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::boolean[], $6::int[], $7::text[], $8::int[], $9::text[], $10::text[], $11::timestamptz[])
      AS g(delivery_id, attempt_id, ok, status_code, error, duration_ms, response_body, signature, retry_at)),
  held AS MATERIALIZED (
    SELECT id, status FROM webhook_delivery WHERE organization_id = $1::uuid AND id = ANY($3::uuid[]) ORDER BY id FOR UPDATE),
  closed AS (
    UPDATE webhook_attempt a SET http_status_code = g.status_code, success = g.ok, error = g.error, duration_ms = g.duration_ms,
      response_body = g.response_body, signature = g.signature, finished_at = $2::timestamptz
    FROM given g JOIN held h ON h.id = g.delivery_id
    WHERE a.organization_id = $1::uuid AND a.id = g.attempt_id AND a.finished_at IS NULL
    RETURNING g.delivery_id, g.ok, g.retry_at, h.status),
  settled AS (
    UPDATE webhook_delivery d SET status = CASE WHEN c.ok THEN 'succeeded' ELSE d.status END,
      reason = CASE WHEN NOT c.ok THEN d.reason END, next_attempt_at = c.retry_at,
      ended_at = CASE WHEN c.ok THEN $2::timestamptz END
    FROM closed c WHERE d.organization_id = $1::uuid AND d.id = c.delivery_id AND (c.ok OR c.status = 'pending')),
  due AS MATERIALIZED (
    SELECT id, subscription_id, kind, body, attempt_count, resend_of_id, is_test, next_attempt_at FROM webhook_delivery
    WHERE organization_id = $1::uuid AND status = 'pending' AND next_attempt_at <= $2::timestamptz AND id <> ALL($12::uuid[])${which}
    ORDER BY next_attempt_at, id LIMIT $13::int FOR UPDATE SKIP LOCKED),
  fit AS MATERIALIZED (
    SELECT due.id, due.subscription_id, due.attempt_count + 1 AS attempt, time_ordered_uuid() AS attempt_id, s.hook_url,
      s.secret_encrypted, CASE WHEN s.previous_secret_until > $2::timestamptz THEN s.previous_secret_encrypted END AS previous
    FROM due
    JOIN webhook_subscription s ON s.organization_id = $1::uuid AND s.id = due.subscription_id
    JOIN organization o ON o.id = $1::uuid
    LEFT JOIN api_key k ON k.organization_id = $1::uuid AND k.id = s.owner_key_id
    WHERE s.active AND k.is_active IS NOT FALSE AND (due.is_test OR due.kind = ANY(s.trigger_types))
      AND o.suspended_at IS NULL AND o.deletes_at IS NULL AND (o.verified_at IS NOT NULL OR NOT $14::boolean)
      AND NOT EXISTS (SELECT FROM webhook_attempt a
        WHERE a.organization_id = $1::uuid AND a.delivery_id = due.id AND a.finished_at IS NULL)),
  made AS (
    INSERT INTO webhook_attempt (id, organization_id, delivery_id, subscription_id, attempt, created_at)
    SELECT attempt_id, $1::uuid, id, subscription_id, attempt, $2::timestamptz FROM fit),
  moved AS (
    UPDATE webhook_delivery d SET attempt_count = fit.attempt, next_attempt_at = $15::timestamptz
    FROM fit WHERE d.organization_id = $1::uuid AND d.id = fit.id)
  SELECT due.id AS "deliveryId", due.subscription_id AS "subscriptionId", due.kind, due.body, due.resend_of_id AS "resendOfId",
    due.is_test AS "isTest", fit.attempt_id AS "attemptId", fit.attempt, fit.hook_url AS "hookUrl",
    fit.secret_encrypted AS "secretEncrypted", fit.previous AS "previousSecretEncrypted",
    (cardinality($3::uuid[]) - (SELECT count(*) FROM closed))::int AS late
  FROM (VALUES (true)) AS once LEFT JOIN due ON true LEFT JOIN fit ON fit.id = due.id
  ORDER BY due.next_attempt_at, due.id`

const EXCHANGE = statement('')
const EXCHANGE_ONE = statement(' AND id = $16::uuid')
