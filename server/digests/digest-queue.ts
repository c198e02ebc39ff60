import { now } from '../clock'
import { queryRows } from '../db'
import type { QueueWorker, Taken, WorkQueue } from '../jobs/work-queue'
import { weekDue } from './due'
import { tellWeek } from './tell-week'

/** Sends the weekly digests that are due. Many organizations are due on Mondays at eight, so a few run at once. */
export const digestQueue = {
  job: 'digests/digests.due',
  atOnce: 1,
  organizationsAtOnce: 5,
  budgetMs: 15_000,
  organizationsWithWork: async (organizationIds) => {
    const rows = await queryRows<{ id: string }>({
      name: 'who-has-due-digests',
      text: `SELECT id FROM organization WHERE id = ANY($1::uuid[]) AND digest_week < ${weekDue('$2', 'known_time_zone(time_zone)')}`,
      values: [organizationIds, now()],
    })
    return rows.map(({ id }) => id)
  },
  openWorker: (organizationId) => new DigestWorker(organizationId),
} satisfies WorkQueue

class DigestWorker implements QueueWorker {
  readonly #organizationId: string
  /** Set once the work was handed out; after a failure, the sweep retries. */
  #isTaken = false
  readonly hasResults = false

  constructor(organizationId: string) {
    this.#organizationId = organizationId
  }

  async exchange(): Promise<Taken> {
    const id = this.#organizationId
    if (this.#isTaken || (await digestQueue.organizationsWithWork([id])).length === 0)
      return { items: [], mayBeMore: false }
    this.#isTaken = true
    return { items: [{ id, work: () => tellWeek(id) }], mayBeMore: false }
  }

  lookAgain(): void {}

  nextDueAt(): Promise<Date | null> {
    return Promise.resolve(null)
  }
}
