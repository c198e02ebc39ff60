import { now } from '../clock'
import { queryRows } from '../db'
import type { ReasonCode } from '../messaging/outcome/schema'
import { OPERATIONS_COUNT_MAX } from './constants'

export type PostponedRow = { code: ReasonCode; count: number; until: Date | null }

/**
 * Messages of people who are not paused that wait with a reason, and when the first of each goes on: null without a time. Reads
 * sending_step_postponed_idx.
 */
export function countPostponedSteps(organizationId: string): Promise<PostponedRow[]> {
  return queryRows<PostponedRow>({
    name: 'count-postponed-steps',
    text: `
      SELECT code, count(*)::int AS count, min(due_at) AS until FROM (
        SELECT s.reason->>'code' AS code, d.due_at FROM sending_step s CROSS JOIN LATERAL (
          SELECT due_at FROM sending WHERE organization_id = s.organization_id AND id = s.sending_id
            AND ended_at IS NULL AND paused_at IS NULL AND (due_at IS NULL OR due_at > $2::timestamptz) LIMIT 1) d
        WHERE s.organization_id = $1::uuid AND s.ended_at IS NULL AND s.reason IS NOT NULL AND s.claimed_at IS NULL
        LIMIT ${OPERATIONS_COUNT_MAX + 1}) postponed
      GROUP BY code ORDER BY count DESC, code`,
    values: [organizationId, now()],
  })
}

export type PausedPeopleRow = { sequenceId: string | null; name: string | null; count: number; since: Date }

/** People whose sendings are paused, by sequence. */
export function countPausedPeople(organizationId: string): Promise<PausedPeopleRow[]> {
  return queryRows<PausedPeopleRow>({
    name: 'count-paused-people',
    text: `
      SELECT p.sequence_id AS "sequenceId", q.name, p.count, p.since FROM (
        SELECT sequence_id, count(*)::int AS count, min(paused_at) AS since FROM (
          SELECT sequence_id, paused_at FROM sending
          WHERE organization_id = $1::uuid AND paused_at IS NOT NULL AND ended_at IS NULL LIMIT ${OPERATIONS_COUNT_MAX + 1}) paused
        GROUP BY sequence_id) p
      LEFT JOIN sequence q ON q.organization_id = $1::uuid AND q.id = p.sequence_id
      ORDER BY p.count DESC, p.sequence_id LIMIT 20`,
    values: [organizationId],
  })
}

export type PausedSequenceRow = { id: string; name: string; pauseReason: string | null; count: number }

/** Paused sequences with people in them. */
export function countPeopleInPausedSequences(organizationId: string): Promise<PausedSequenceRow[]> {
  return queryRows<PausedSequenceRow>({
    name: 'count-people-in-paused-sequences',
    text: `
      SELECT q.id, q.name, q.pause_reason AS "pauseReason", n.count
      FROM (SELECT id, name, pause_reason FROM sequence WHERE organization_id = $1::uuid AND status = 'paused' ORDER BY created_at DESC, id DESC LIMIT 20) q
      CROSS JOIN LATERAL (SELECT count(*)::int AS count FROM (
        SELECT FROM sending WHERE organization_id = $1::uuid AND sequence_id = q.id AND ended_at IS NULL
        LIMIT ${OPERATIONS_COUNT_MAX + 1}) people) n
      WHERE n.count > 0 OR q.pause_reason IS NOT NULL ORDER BY n.count DESC, q.id`,
    values: [organizationId],
  })
}

export type WebhookRow = {
  id: string
  hookUrl: string
  isActive: boolean
  isKeyActive: boolean
  deactivatedAt: Date | null
  /** Whether its newest attempt failed. */
  isFailing: boolean
  count: number
  nextAttemptAt: Date | null
}

/** Webhooks that get nothing now, with the deliveries that wait for them. */
export function listHeldWebhooks(organizationId: string): Promise<WebhookRow[]> {
  return queryRows<WebhookRow>({
    name: 'held-webhooks',
    text: `
      SELECT w.* FROM (
        SELECT s.id, s.hook_url AS "hookUrl", s.active AS "isActive", s.deactivated_at AS "deactivatedAt", coalesce(k.is_active, true) AS "isKeyActive",
          coalesce(NOT a.success, false) AS "isFailing", d.count, d.next AS "nextAttemptAt"
        FROM webhook_subscription s
          LEFT JOIN api_key k ON k.organization_id = s.organization_id AND k.id = s.owner_key_id
          LEFT JOIN LATERAL (SELECT success FROM webhook_attempt WHERE organization_id = $1::uuid AND subscription_id = s.id
            AND finished_at IS NOT NULL ORDER BY created_at DESC, id DESC LIMIT 1) a ON true
          CROSS JOIN LATERAL (SELECT count(*)::int AS count, min(next_attempt_at) AS next FROM (
            SELECT next_attempt_at FROM webhook_delivery WHERE organization_id = $1::uuid AND subscription_id = s.id AND status = 'pending'
            LIMIT ${OPERATIONS_COUNT_MAX + 1}) pending) d
        WHERE s.organization_id = $1::uuid) w
      WHERE NOT w."isActive" OR NOT w."isKeyActive" OR (w."isFailing" AND w.count > 0)
      ORDER BY w.count DESC, w.id LIMIT 50`,
    values: [organizationId],
  })
}
