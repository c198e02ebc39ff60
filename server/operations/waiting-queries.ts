import { now } from '../clock'
import { queryRows } from '../db'
import { OPERATIONS_COUNT_MAX, type WaitingKind } from './constants'

/**
 * SQL of what is due and not done, with the columns `at`, and `sequence_id` where there is one. `$1` is the organization, `$2` the time. Each
 * reads an index of its queue, longest overdue first, so that a limit ends it early.
 */
const WAITING_SQL: Record<WaitingKind, string> = {
  steps: `SELECT due_at AS at, sequence_id FROM sending WHERE organization_id = $1::uuid AND due_at <= $2::timestamptz ORDER BY due_at`,
  entries: `SELECT c.created_at AS at, r.sequence_id FROM entry_rule r CROSS JOIN LATERAL (
      SELECT created_at FROM entry_candidate
      WHERE organization_id = $1::uuid AND rule_id = r.id AND decided_at IS NULL ORDER BY created_at LIMIT ${OPERATIONS_COUNT_MAX + 1}) c
    WHERE r.organization_id = $1::uuid ORDER BY c.created_at`,
  triggers: `SELECT q.due_at AS at, a.sequence_id FROM trigger_request q
      JOIN trigger_address a ON a.organization_id = q.organization_id AND a.id = q.address_id
    WHERE q.organization_id = $1::uuid AND q.due_at <= $2::timestamptz ORDER BY q.due_at`,
  imports: contactJobsSql(`kind IN ('import', 'undoImport')`),
  bulkActions: contactJobsSql(`kind IN ('bulkAction', 'undoBulkAction')`),
  sendingActions: contactJobsSql(`kind = 'sendingAction'`),
  deliveries: `SELECT next_attempt_at AS at, NULL::uuid AS sequence_id FROM webhook_delivery
    WHERE organization_id = $1::uuid AND status = 'pending' AND next_attempt_at <= $2::timestamptz ORDER BY next_attempt_at`,
  reviewReplies: `SELECT reply_due_at AS at, NULL::uuid AS sequence_id FROM review
    WHERE organization_id = $1::uuid AND reply_due_at <= $2::timestamptz ORDER BY reply_due_at`,
  reviewSyncs: `SELECT next_sync_at AS at, NULL::uuid AS sequence_id FROM review_source
    WHERE organization_id = $1::uuid AND next_sync_at <= $2::timestamptz ORDER BY next_sync_at`,
  customerEmails: systemEmailsSql(`kind = 'caseReply'`),
  systemEmails: systemEmailsSql(`kind <> 'caseReply'`),
  alerts: `SELECT next_attempt_at AS at, NULL::uuid AS sequence_id FROM alert_message
    WHERE organization_id = $1::uuid AND next_attempt_at <= $2::timestamptz ORDER BY next_attempt_at`,
}

function contactJobsSql(condition: string): string {
  return `SELECT due_at AS at, (spec->>'sequenceId')::uuid AS sequence_id FROM contact_job
    WHERE organization_id = $1::uuid AND due_at <= $2::timestamptz AND ${condition} ORDER BY due_at`
}

function systemEmailsSql(condition: string): string {
  return `SELECT due_at AS at, NULL::uuid AS sequence_id FROM system_email
    WHERE organization_id = $1::uuid AND ended_at IS NULL AND due_at <= $2::timestamptz AND ${condition} ORDER BY due_at`
}

export type WaitingRow = { kind: WaitingKind; count: number; oldestAt: Date; sequenceId: string | null }

/** What waits, by kind; without kinds of which nothing does. Counts end one above the limit. */
export function countWaiting(organizationId: string): Promise<WaitingRow[]> {
  const counts = Object.entries(WAITING_SQL).map(
    ([kind, sql]) => `
      SELECT '${kind}' AS kind, count(*)::int AS count, min(at) AS "oldestAt", (array_agg(sequence_id ORDER BY at))[1] AS "sequenceId"
      FROM (${sql} LIMIT ${OPERATIONS_COUNT_MAX + 1}) waiting HAVING count(*) > 0`,
  )
  return queryRows<WaitingRow>({
    name: 'count-waiting-work',
    text: counts.join(' UNION ALL '),
    values: [organizationId, now()],
  })
}
