import type { OrganizationJob } from './events'

export type WorkQueue = {
  job: OrganizationJob
  atOnce: number
  organizationsAtOnce: number
  /** Time budget of a run; after it the run hands over to a new one, queued behind other organizations. */
  budgetMs: number
  organizationsWithWork: (organizationIds: readonly string[]) => Promise<string[]>
  openWorker: (organizationId: string) => QueueWorker
}

/** A due item claimed by this worker. @param until do not start anything new after this time (ms since the epoch) */
export type WorkItem = { id: string; work: (until: number) => Promise<unknown> }

/** @property mayBeMore whether more items may be due than there was room for */
export type Taken = { items: WorkItem[]; mayBeMore: boolean }

export type QueueWorker = {
  /** Completed work is not yet recorded. */
  readonly hasResults: boolean
  /** Records results since the last call and claims due items, oldest first, up to `room`; in one round trip where possible. */
  exchange: (room: number) => Promise<Taken>
  /** Called when more items may have become due. */
  lookAgain: () => void
  /** Next due time beyond the items that this run took up; null if nothing is pending. */
  nextDueAt: () => Promise<Date | null>
}
