import { queryRows } from '../db'

export type QueueState = { name: string; due: number; overdueSeconds: number }

const COUNTED_MAX = 100_000

const DUE_ROWS_SQL = {
  webhooks: `SELECT next_attempt_at AS at FROM webhook_delivery WHERE status = 'pending'`,
  sequences: 'SELECT due_at AS at FROM sending WHERE due_at IS NOT NULL',
  'system emails': 'SELECT due_at AS at FROM system_email WHERE ended_at IS NULL',
  alerts: 'SELECT next_attempt_at AS at FROM alert_message WHERE next_attempt_at IS NOT NULL',
  'review replies': 'SELECT reply_due_at AS at FROM review WHERE reply_due_at IS NOT NULL',
  'review sources': 'SELECT next_sync_at AS at FROM review_source WHERE next_sync_at IS NOT NULL',
}

const QUEUES_SQL = Object.entries(DUE_ROWS_SQL)
  .map(
    ([name, rows]) => `SELECT '${name}' AS name, count(*)::int AS due,
      coalesce(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8 AS "overdueSeconds"
    FROM (SELECT at FROM (${rows}) w WHERE at <= clock_timestamp() LIMIT ${COUNTED_MAX}) counted`,
  )
  .join(' UNION ALL ')

export async function listQueueStates(): Promise<QueueState[]> {
  return queryRows<QueueState>({ name: 'list-queues', text: QUEUES_SQL, values: [] })
}
