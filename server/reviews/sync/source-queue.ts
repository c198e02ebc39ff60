import { now } from '../../clock'
import { queryRows } from '../../db'
import type { QueueWorker, Taken, WorkQueue } from '../../jobs/work-queue'
import { SOURCE_CLAIM_MS } from './source-rows'
import { syncSource } from './sync-source'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 30_000
export const SOURCES_MAX = 25
/** Concurrent syncs per organization, so that slow sites do not delay other organizations. */
const SOURCES_AT_ONCE = 5

export const sourceQueue = {
  job: 'reviews/sources.due',
  atOnce: SOURCES_AT_ONCE,
  organizationsAtOnce: 50,
  // A page started at the end takes up to 25 seconds more; the total must stay below the one-minute limit of a job call.
  budgetMs: 20_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-review-sources',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id) WHERE EXISTS (
        SELECT FROM review_source WHERE organization_id = o.id AND next_sync_at <= $2::timestamptz)`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new SourceWorker(organizationId),
} satisfies WorkQueue

/** Maximum time for a source before others get a turn. */
const TURN_MS = 15_000

class SourceWorker implements QueueWorker {
  readonly #organizationId: string
  /** In progress, or failed with an internal error. */
  readonly #taken = new Set<string>()
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(room: number): Promise<Taken> {
    const rows = await queryRows<{ id: string }>({
      name: 'due-review-sources',
      text: `SELECT id FROM review_source
        WHERE organization_id = $1::uuid AND next_sync_at <= $2::timestamptz AND id <> ALL($3::uuid[])
          AND (claimed_at IS NULL OR claimed_at <= $4::timestamptz)
        ORDER BY next_sync_at, id LIMIT $5::int`,
      values: [this.#organizationId, now(), [...this.#taken], new Date(now().getTime() - SOURCE_CLAIM_MS), room],
    })
    return {
      items: rows.map(({ id }) => ({ id, work: (until: number) => this.#work(id, until) })),
      mayBeMore: rows.length === room,
    }
  }

  /** No-op: each `exchange` queries the table. */
  lookAgain(): void {}

  async nextDueAt(): Promise<Date | null> {
    const [next] = await queryRows<{ at: Date }>({
      name: 'next-due-review-source',
      text: `SELECT next_sync_at AS at FROM review_source
        WHERE organization_id = $1::uuid AND next_sync_at IS NOT NULL AND id <> ALL($2::uuid[])
        ORDER BY next_sync_at LIMIT 1`,
      values: [this.#organizationId, [...this.#taken]],
    })
    return next?.at ?? null
  }

  async #work(id: string, until: number): Promise<void> {
    this.#taken.add(id)
    await syncSource(this.#organizationId, id, Math.min(until, Date.now() + TURN_MS))
    // Not reached after an internal error: the source is skipped for the rest of this run.
    this.#taken.delete(id)
  }
}

/**
 * Organizations with a source that is overdue and has not been processed, longest overdue first.
 * @param patienceMs time allowed for the wake event to arrive.
 */
export async function listOverdueSources(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `SELECT organization_id AS id FROM review_source WHERE next_sync_at <= $1::timestamptz
      GROUP BY organization_id ORDER BY min(next_sync_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
