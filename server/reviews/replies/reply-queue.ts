import { now } from '../../clock'
import { queryRows } from '../../db'
import type { QueueWorker, Taken, WorkQueue } from '../../jobs/work-queue'
import { postReply, REPLY_CLAIM_MS } from './post-reply'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 30_000

/** Reply queue of an organization: one reply at a time per source, oldest first, so that a slow site does not block others. */
export const replyQueue = {
  job: 'reviews/replies.queued',
  atOnce: 25,
  organizationsAtOnce: 50,
  budgetMs: 15_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-replies',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id) WHERE EXISTS (
        SELECT FROM review r JOIN review_source s ON s.organization_id = r.organization_id AND s.id = r.source_id AND s.status = 'connected'
        WHERE r.organization_id = o.id AND r.reply_due_at <= $2::timestamptz)`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new ReplyWorker(organizationId),
} satisfies WorkQueue

type Due = { id: string; sourceId: string }

class ReplyWorker implements QueueWorker {
  readonly #organizationId: string
  /** Failed with an internal error; skipped for the rest of the run. */
  readonly #failed = new Set<string>()
  readonly #busy = new Set<string>()
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(room: number): Promise<Taken> {
    const rows = await queryRows<Due>({
      name: 'due-replies',
      text: `SELECT due.id, s.id AS "sourceId" FROM review_source s CROSS JOIN LATERAL (
          SELECT id FROM review r WHERE r.organization_id = s.organization_id AND r.source_id = s.id
            AND r.reply_due_at <= $2::timestamptz AND (r.reply_claimed_at IS NULL OR r.reply_claimed_at <= $5::timestamptz)
            AND r.id <> ALL($3::uuid[])
          ORDER BY r.reply_due_at, r.id LIMIT 1) due
        WHERE s.organization_id = $1::uuid AND s.status = 'connected' AND s.id <> ALL($4::uuid[]) LIMIT $6::int`,
      values: [
        this.#organizationId,
        now(),
        [...this.#failed],
        [...this.#busy],
        new Date(now().getTime() - REPLY_CLAIM_MS),
        room,
      ],
    })
    for (const { sourceId } of rows) this.#busy.add(sourceId)
    return { items: rows.map((due) => ({ id: due.id, work: () => this.#work(due) })), mayBeMore: rows.length === room }
  }

  /** No-op: each `exchange` queries the table. */
  lookAgain(): void {}

  async nextDueAt(): Promise<Date | null> {
    const [next] = await queryRows<{ at: Date }>({
      name: 'next-due-reply',
      text: `SELECT r.reply_due_at AS at FROM review r
        JOIN review_source s ON s.organization_id = r.organization_id AND s.id = r.source_id AND s.status = 'connected'
        WHERE r.organization_id = $1::uuid AND r.reply_due_at IS NOT NULL AND r.id <> ALL($2::uuid[])
        ORDER BY r.reply_due_at LIMIT 1`,
      values: [this.#organizationId, [...this.#failed]],
    })
    return next?.at ?? null
  }

  async #work({ id, sourceId }: Due): Promise<void> {
    try {
      await postReply(this.#organizationId, id)
    } catch (error) {
      this.#failed.add(id)
      throw error
    } finally {
      this.#busy.delete(sourceId)
    }
  }
}

/**
 * Organizations with a reply that is overdue and has not been processed, longest overdue first.
 * @param patienceMs time allowed for the wake event to arrive.
 */
export async function listOverdueReplies(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `
      SELECT r.organization_id AS id FROM review r
      JOIN review_source s ON s.organization_id = r.organization_id AND s.id = r.source_id AND s.status = 'connected'
      WHERE r.reply_due_at <= $1::timestamptz GROUP BY r.organization_id ORDER BY min(r.reply_due_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
