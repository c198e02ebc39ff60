import { now } from '../../clock'
import { queryRows } from '../../db'
import type { QueueWorker, Taken, WorkQueue } from '../../jobs/work-queue'
import { SOURCE_CLAIM_MS } from './source-rows'
import { syncSource } from './sync-source'

/** One that is due for so long has lost its wake. */
const OVERDUE_MS = 30_000
/** The most that an organization may have. */
export const SOURCES_MAX = 25
/** Synced at once for one organization, so that its slow sites do not delay other organizations. */
const SOURCES_AT_ONCE = 5

/** The review sources of one organization. */
export const sourceQueue = {
  job: 'reviews/sources.due',
  atOnce: SOURCES_AT_ONCE,
  organizationsAtOnce: 50,
  // A page that began at its end takes up to 25 seconds: together below the minute of a job's call.
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

/** One turn of a source while nothing says otherwise: it hands over to the next. */
const TURN_MS = 15_000

class SourceWorker implements QueueWorker {
  readonly #organizationId: string
  /** Our own failure met them, or they are under way. */
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

  /** Every round looks. */
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
    // What failed on our own account stays out of this run.
    this.#taken.delete(id)
  }
}

/**
 * Organizations with a source that is due for half a minute and that nobody has taken up, the longest waiting first.
 * @param patienceMs how long a wake is given to arrive.
 */
export async function listOverdueSources(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `SELECT organization_id AS id FROM review_source WHERE next_sync_at <= $1::timestamptz
      GROUP BY organization_id ORDER BY min(next_sync_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
