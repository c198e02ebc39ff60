import { now } from '../clock'
import { type ContactJob, type ContactJobKind, countOutcomes, type JobRun } from '../contact-jobs/contact-job'
import { remainingCapacity } from '../jobs/backlog'
import { type ContactResult, castBulkActionJob, skipCountKey } from './bulk-action-job-payload'
import type { BulkActionType } from './constants'
import { performAction } from './perform-action'
import { type ItemOutcome, type JobItem, readItems, recordItemOutcomes } from './queries'

const FULL_BACKLOG_PAUSE_MS = 60_000
const BATCH_SIZE = 500
/** Deleting ends sendings and erases texts; erasing searches the stored webhooks for each contact. */
const SMALLER_BATCHES: Partial<Record<BulkActionType, number>> = { delete: 200, erase: 10 }

/** Performs an action on the contacts that were fixed when it was started, in batches. */
export const bulkActionJobKind: ContactJobKind = { open: openBulkAction }

type Batch = { items: JobItem[]; isLast: boolean }

async function openBulkAction(job: ContactJob): Promise<JobRun<Batch>> {
  const { organizationId, id } = job
  const { action } = castBulkActionJob(job).spec
  const isEnrolment = action.type === 'enrol' || action.type === 'sendSurvey'
  const size = SMALLER_BATCHES[action.type] ?? BATCH_SIZE
  return {
    async load({ position }) {
      const capacity = isEnrolment ? await remainingCapacity(organizationId, 'sendings') : size
      if (capacity <= 0) return new Date(now().getTime() + FULL_BACKLOG_PAUSE_MS)
      const limit = Math.min(size, capacity)
      const items = await readItems(organizationId, id, position, limit)
      return { items, isLast: items.length < limit }
    },
    async apply(work, { position }, { items, isLast }) {
      const ids = items.map(({ contactId }) => contactId)
      const results = ids.length === 0 ? [] : await performAction(work, organizationId, action, ids)
      const outcomes = items.map((item, index) => toItemOutcome(item, results[index]))
      await recordItemOutcomes(work.tx, organizationId, id, outcomes)
      return {
        position: items.at(-1)?.position ?? position,
        counts: countOutcomes(outcomes.map(toCountKey)),
        ...(isLast ? { next: { status: 'done' } } : {}),
      }
    },
  }
}

function toItemOutcome({ position }: JobItem, result: ContactResult | undefined): ItemOutcome {
  if (result === undefined) throw new Error('a contact has no result')
  const { id: _id, ...outcome } = result
  return { position, ...outcome }
}

function toCountKey({ outcome, reason }: ItemOutcome): string {
  return reason === undefined ? outcome : skipCountKey(reason)
}
