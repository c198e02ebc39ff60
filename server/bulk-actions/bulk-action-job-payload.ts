import type { ContactJob } from '../contact-jobs/contact-job'
import type { SkipReason } from './constants'
import type { BulkActionParameters } from './schema'

/**
 * `spec` of a job of the kind `bulkAction`.
 * @property recordName of the location, company, sequence or survey, when the action was started
 */
export type BulkActionSpec = { action: BulkActionParameters; recordName: string | null }

export type BulkActionJob = ContactJob<BulkActionSpec>

export function castBulkActionJob(job: ContactJob): BulkActionJob {
  return job as BulkActionJob
}

/** `spec` of a job of the kind `undoBulkAction`. */
export type UndoBulkActionSpec = { jobId: string }

/** What an action came to for one contact. `undoData` is what undoing needs. */
export type ContactResult = { id: string } & (
  | { outcome: 'changed'; undoData?: object }
  | { outcome: 'unchanged' }
  | { outcome: 'skipped'; reason: SkipReason }
)

const SKIP_PREFIX = 'skipped:'

export function skipCountKey(reason: SkipReason): string {
  return `${SKIP_PREFIX}${reason}`
}

/** Contacts by the reason for which they were skipped, most frequent first. */
export function listSkipCounts({ counts }: BulkActionJob): { reason: SkipReason; count: number }[] {
  return Object.entries(counts)
    .filter(([key]) => key.startsWith(SKIP_PREFIX))
    .map(([key, count]) => ({ reason: key.slice(SKIP_PREFIX.length) as SkipReason, count }))
    .toSorted((a, b) => b.count - a.count)
}
