import { DAY_MS, now } from '../clock'
import { queryRows } from '../db'
import { FAILED_OUTCOMES } from '../sequences/trigger-addresses/constants'
import { FAILURE_DAYS, type FailureKind, OPERATIONS_COUNT_MAX } from './constants'

const LIMIT = `LIMIT ${OPERATIONS_COUNT_MAX + 1}`

/**
 * SQL of what failed since `$2` in the organization `$1`, newest first: `code`, `record_id` of the sequence, webhook or the like, and `at`. Each reads an
 * index, so that a limit ends it early. The predicates of sending_step_failed_idx and trigger_request_failed_idx are repeated literally.
 */
const FAILURES_SQL: Record<FailureKind, string> = {
  message: `
    SELECT CASE WHEN s.status = 'bounced' THEN 'bounced' ELSE s.reason->>'code' END AS code, (
        SELECT sequence_id FROM sending WHERE organization_id = s.organization_id AND id = s.sending_id) AS record_id, s.ended_at AS at
    FROM sending_step s WHERE s.organization_id = $1::uuid AND s.status IN ('failed', 'bounced') AND s.ended_at >= $2::timestamptz ORDER BY s.ended_at DESC`,
  delivery: `
    SELECT coalesce(a.error, 'FAILED') AS code, d.subscription_id AS record_id, d.created_at AS at FROM webhook_subscription w
    CROSS JOIN LATERAL (
      SELECT id, subscription_id, created_at, attempt_count FROM webhook_delivery
      WHERE organization_id = $1::uuid AND subscription_id = w.id AND status = 'failed' AND created_at >= $2::timestamptz
      ORDER BY created_at DESC ${LIMIT}) d
    LEFT JOIN webhook_attempt a ON a.delivery_id = d.id AND a.attempt = d.attempt_count
    WHERE w.organization_id = $1::uuid`,
  reviewReply: `
    SELECT reply_state AS code, NULL::uuid AS record_id, updated_at AS at FROM review
    WHERE organization_id = $1::uuid AND reply_state IS NOT NULL AND reply_state <> 'live' AND reply_state IN ('failed', 'rejected')
      AND updated_at >= $2::timestamptz`,
  customerReply: `
    SELECT coalesce(reason->>'code', 'other') AS code, response_id AS record_id, ended_at AS at FROM response_reply
    WHERE organization_id = $1::uuid AND status = 'failed' AND ended_at >= $2::timestamptz ORDER BY ended_at DESC`,
  trigger: `
    SELECT q.outcome AS code, a.sequence_id AS record_id, q.created_at AS at FROM trigger_request q
      JOIN trigger_address a ON a.organization_id = q.organization_id AND a.id = q.address_id
    WHERE q.organization_id = $1::uuid AND q.outcome IN (${FAILED_OUTCOMES.map((outcome) => `'${outcome}'`).join(', ')})
      AND q.created_at >= $2::timestamptz ORDER BY q.created_at DESC`,
  import: failedJobsSql(`kind IN ('import', 'undoImport')`),
  bulkAction: failedJobsSql(`kind IN ('bulkAction', 'undoBulkAction')`),
}

function failedJobsSql(condition: string): string {
  return `
    SELECT 'failed' AS code, id AS record_id, finished_at AS at FROM contact_job
    WHERE organization_id = $1::uuid AND status = 'failed' AND ${condition} AND finished_at >= $2::timestamptz`
}

export type FailureRow = { kind: FailureKind; code: string; recordId: string | null; count: number; latestAt: Date }

/** Failures of the last days by kind, record and reason, the most frequent first. */
export function countFailures(organizationId: string): Promise<FailureRow[]> {
  const counts = Object.entries(FAILURES_SQL).map(
    ([kind, sql]) => `
      SELECT '${kind}' AS kind, code, record_id AS "recordId", count(*)::int AS count, max(at) AS "latestAt"
      FROM (${sql} ${LIMIT}) failed GROUP BY code, record_id`,
  )
  return queryRows<FailureRow>({
    name: 'count-failures',
    text: `SELECT * FROM (${counts.join(' UNION ALL ')}) groups ORDER BY count DESC, "latestAt" DESC LIMIT 100`,
    values: [organizationId, new Date(now().getTime() - FAILURE_DAYS * DAY_MS)],
  })
}
