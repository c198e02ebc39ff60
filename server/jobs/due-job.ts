import type { OrganizationJob } from './wake'

export type Due = { id: string; dueAt: Date }

/** Work that stands in rows with the time at which each is due. */
export type DueJob = {
  job: OrganizationJob
  /** Of one organization. */
  atOnce: number
  /** After so long a run takes nothing more and hands over to a fresh one, behind those of other organizations. */
  budgetMs: number
  /** What is due now, the oldest first, from behind that one on. */
  listDue: (organizationId: string, after: Due | null, limit: number) => Promise<Due[]>
  /** Those of the organizations that have something due. */
  whoHasDue: (organizationIds: readonly string[]) => Promise<string[]>
  /** When the next one behind that one is due, or was; null: nothing more is waiting. */
  nextDueAt: (organizationId: string, after: Due | null) => Promise<Date | null>
  /** Does what is due of one. @param until takes up nothing new after this, ms since the epoch. */
  work: (organizationId: string, id: string, until: number) => Promise<unknown>
}
