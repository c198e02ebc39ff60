import type { OrganizationJob } from './events'

/** Work that stands in rows with the time at which each is due. */
export type WorkQueue = {
  job: OrganizationJob
  /** Of one organization. */
  atOnce: number
  /** Whose runs are under way at once. */
  organizationsAtOnce: number
  /** After so long a run takes nothing more and hands over to a fresh one, behind those of other organizations. */
  budgetMs: number
  /** Those of the organizations that have something due. */
  organizationsWithWork: (organizationIds: readonly string[]) => Promise<string[]>
  /** One run's way through what is due of one organization. */
  openWorker: (organizationId: string) => QueueWorker
}

/** One item that is due, and ours to do. @param until takes up nothing new after this, ms since the epoch. */
export type WorkItem = { id: string; work: (until: number) => Promise<unknown> }

/** @property mayBeMore whether more may be due, for which there was no room. */
export type Taken = { items: WorkItem[]; mayBeMore: boolean }

export type QueueWorker = {
  /** Something was done that the rows do not say yet. */
  readonly hasResults: boolean
  /**
   * Writes down what was done since the last time, and takes up what is due, the oldest first, as much as there is room
   * for: in one round trip where that can be.
   */
  exchange: (room: number) => Promise<Taken>
  /** More may have fallen due since nothing was. */
  lookAgain: () => void
  /** When there is more to do after all that this run took up; null: nothing more is waiting. */
  nextDueAt: () => Promise<Date | null>
}
