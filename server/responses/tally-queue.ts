import { queryRows } from '../db'
import type { QueueWorker, Taken, WorkQueue } from '../jobs/work-queue'
import { checkTallies } from './tally-upkeep'

const OUTDATED = `SELECT k.organization_id FROM response_tally_clock k
  JOIN organization o ON o.id = k.organization_id AND o.time_zone <> k.time_zone
    AND known_time_zone(o.time_zone) <> k.time_zone`

/** Rebuilds an organization's daily stats after a change of its time zone. */
export const tallyQueue = {
  job: 'responses/tallies.outdated',
  atOnce: 1,
  organizationsAtOnce: 1,
  budgetMs: 15_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ organization_id: string }>({
      name: 'who-has-outdated-tallies',
      text: `${OUTDATED} WHERE k.organization_id = ANY($1::uuid[])`,
      values: [organizationIds],
    })
    return rows.map((row) => row.organization_id)
  },
  openWorker: (organizationId) => new TallyWorker(organizationId),
} satisfies WorkQueue

class TallyWorker implements QueueWorker {
  readonly #organizationId: string
  /** Set once the rebuild was handed out; after a failure, the sweep retries. */
  #isTaken = false
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(): Promise<Taken> {
    const id = this.#organizationId
    if (this.#isTaken || (await tallyQueue.organizationsWithWork([id])).length === 0)
      return { items: [], mayBeMore: false }
    this.#isTaken = true
    return { items: [{ id, work: () => checkTallies(id, 'always') }], mayBeMore: false }
  }

  lookAgain(): void {}

  nextDueAt(): Promise<Date | null> {
    return Promise.resolve(null)
  }
}
