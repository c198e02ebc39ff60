import { now } from '../clock'
import { queryRows } from '../db'
import type { QueueWorker, Taken, WorkQueue } from '../jobs/work-queue'
import { matchCandidates } from './match-candidates'
import { postMessage } from './post-message'
import { sendText } from './send-text'
import { tellRule } from './tell-rule'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 30_000

/**
 * SQL: due work. One row per organization with responses and reviews to match; one per rule with pending alerts whose pause has ended; one
 * per text message or post. Emails have a job of their own.
 */
const WORK = `(
  SELECT organization_id, 'match' AS kind, organization_id AS id, min(created_at) AS due_at FROM alert_candidate GROUP BY organization_id
  UNION ALL
  SELECT r.organization_id, 'rule', r.id,
    greatest(oldest.created_at, r.told_at + make_interval(mins => r.pause_minutes)) AS due_at
  FROM alert_rule r CROSS JOIN LATERAL (
    SELECT a.created_at FROM alert a WHERE a.organization_id = r.organization_id AND a.rule_id = r.id
      AND a.notice_id IS NULL AND a.state = 'waiting' ORDER BY a.id LIMIT 1) oldest
  UNION ALL
  SELECT organization_id, CASE kind WHEN 'sms' THEN 'text' ELSE 'post' END, id, next_attempt_at FROM alert_message WHERE next_attempt_at IS NOT NULL) AS work`

/** `atOnce` and `organizationsAtOnce` limit how far a slow address can delay other organizations. */
export const alertQueue = {
  job: 'alerts/alerts.queued',
  atOnce: 10,
  organizationsAtOnce: 50,
  budgetMs: 15_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-alerts',
      text: `SELECT DISTINCT organization_id AS id FROM ${WORK}
        WHERE organization_id = ANY($1::uuid[]) AND due_at <= $2::timestamptz`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new AlertWorker(organizationId),
} satisfies WorkQueue

const DO = { match: matchCandidates, rule: tellRule, text: sendText, post: postMessage } as const
type Due = { kind: keyof typeof DO; id: string }

class AlertWorker implements QueueWorker {
  readonly #organizationId: string
  /** In progress, or failed in this run because of an internal error. */
  readonly #taken = new Set<string>()
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(room: number): Promise<Taken> {
    const rows = await queryRows<Due>({
      name: 'due-alerts',
      text: `SELECT kind, id FROM ${WORK} WHERE organization_id = $1::uuid AND due_at <= $2::timestamptz AND id <> ALL($3::uuid[])
        ORDER BY due_at, id LIMIT $4::int`,
      values: [this.#organizationId, now(), [...this.#taken], room],
    })
    for (const { id } of rows) this.#taken.add(id)
    return { items: rows.map((due) => ({ id: due.id, work: () => this.#work(due) })), mayBeMore: rows.length === room }
  }

  /** No-op: `exchange` queries the database every time. */
  lookAgain(): void {}

  async nextDueAt(): Promise<Date | null> {
    const [next] = await queryRows<{ at: Date | null }>({
      name: 'next-due-alert',
      text: `SELECT min(due_at) AS at FROM ${WORK} WHERE organization_id = $1::uuid AND id <> ALL($2::uuid[])`,
      values: [this.#organizationId, [...this.#taken]],
    })
    return next?.at ?? null
  }

  async #work({ kind, id }: Due): Promise<void> {
    await DO[kind](this.#organizationId, id)
    // Not reached after an internal error: the item stays excluded from this run.
    this.#taken.delete(id)
  }
}

/**
 * Organizations with alerts that are overdue and not taken up by a run, longest overdue first.
 * @param patienceMs how long after its due time an alert counts as overdue
 */
export async function listOverdueAlerts(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `SELECT organization_id AS id FROM ${WORK} WHERE due_at <= $1::timestamptz
      GROUP BY organization_id ORDER BY min(due_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
