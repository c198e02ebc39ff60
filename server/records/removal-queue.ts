import { now } from '../clock'
import { queryRows } from '../db'
import type { QueueWorker, Taken, WorkQueue } from '../jobs/work-queue'
import { type Removal, settleRecord } from './settle-record'
import { RECORD_KINDS, type RecordKind } from './vocabulary'

/** Overdue longer than this: assume the wake event was lost. */
const OVERDUE_MS = 30_000

const each = (query: (kind: RecordKind) => string) => RECORD_KINDS.map(query).join(' UNION ALL ')

export const removalQueue = {
  job: 'records/removals.due',
  atOnce: 1,
  organizationsAtOnce: 20,
  budgetMs: 15_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-removals',
      text: `SELECT o.id FROM unnest($1::uuid[]) AS o(id) WHERE EXISTS (${each(
        (kind) => `SELECT FROM ${kind} WHERE organization_id = o.id AND removal_due_at <= $2::timestamptz`,
      )})`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new RemovalWorker(organizationId),
} satisfies WorkQueue

class RemovalWorker implements QueueWorker {
  readonly #organizationId: string
  /** In progress, or failed with an internal error. */
  readonly #taken = new Set<string>()
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(room: number): Promise<Taken> {
    const rows = await queryRows<{ kind: RecordKind; id: string }>({
      name: 'due-removals',
      text: `SELECT kind, id FROM (${each(
        (kind) => `SELECT '${kind}' AS kind, id, removal_due_at FROM ${kind}
          WHERE organization_id = $1::uuid AND removal_due_at <= $2::timestamptz AND id <> ALL($3::uuid[])`,
      )}) due ORDER BY removal_due_at, id LIMIT $4::int`,
      values: [this.#organizationId, now(), [...this.#taken], room],
    })
    return {
      items: rows.map(({ kind, id }) => ({
        id,
        work: (until: number) => this.#work({ kind, organizationId: this.#organizationId, id }, until),
      })),
      mayBeMore: rows.length === room,
    }
  }

  /** No-op: each `exchange` queries the table. */
  lookAgain(): void {}

  async nextDueAt(): Promise<Date | null> {
    const [next] = await queryRows<{ at: Date | null }>({
      name: 'next-due-removal',
      text: `SELECT min(at) AS at FROM (${each(
        (kind) => `SELECT removal_due_at AS at FROM ${kind}
          WHERE organization_id = $1::uuid AND removal_due_at IS NOT NULL AND id <> ALL($2::uuid[])`,
      )}) due`,
      values: [this.#organizationId, [...this.#taken]],
    })
    return next?.at ?? null
  }

  async #work(removal: Removal, until: number): Promise<void> {
    this.#taken.add(removal.id)
    await settleRecord(removal, until)
    // Not reached after an internal error: the record is skipped for the rest of this run.
    this.#taken.delete(removal.id)
  }
}

/**
 * Organizations with a merge or deletion that is overdue and has not been processed, longest overdue first.
 * @param patienceMs time allowed for the wake event to arrive.
 */
export async function listOverdueRemovals(limit: number, patienceMs = OVERDUE_MS): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    text: `SELECT organization_id AS id FROM (${each(
      (kind) => `SELECT organization_id, removal_due_at FROM ${kind} WHERE removal_due_at <= $1::timestamptz`,
    )}) due GROUP BY organization_id ORDER BY min(removal_due_at) LIMIT $2`,
    values: [new Date(now().getTime() - patienceMs), limit],
  })
  return rows.map(({ id }) => id)
}
