import { type ContactJob, type ContactJobKind, countOutcomes, type JobRun } from '../../contact-jobs/contact-job'
import { AppError } from '../../errors'
import { actOnSendings, type SendingActionResult } from './act-on-sendings'
import { readSendingItems, type SendingActionItem } from './queries'
import type { SendingAction } from './schema'

/** `spec` of a job of the kind `sendingAction`. */
export type SendingActionSpec = { action: SendingAction; sequenceId: string }

const BATCH_SIZE = 500
/** The sendings of a batch are advanced in memory. */
const SMALLER_BATCH_SIZE = 200

/** Performs an action on the sendings that were fixed when it was started, in batches. */
export const sendingActionJobKind: ContactJobKind = { open: openSendingAction }

async function openSendingAction(job: ContactJob): Promise<JobRun<SendingActionItem[]>> {
  const { organizationId, id } = job
  const { action } = job.spec as SendingActionSpec
  const size = action.type === 'pause' || action.type === 'cancel' ? BATCH_SIZE : SMALLER_BATCH_SIZE
  return {
    load: ({ position }) => readSendingItems(organizationId, id, position, size),
    async apply(work, { position }, items) {
      const ids = items.map(({ sendingId }) => sendingId)
      const results = await actOnSendings(work, organizationId, ids, action)
      return {
        position: items.at(-1)?.position ?? position,
        counts: countOutcomes([...results.values()].map(toOutcome)),
        ...(items.length < size ? { next: { status: 'done' } } : {}),
      }
    },
  }
}

function toOutcome(result: SendingActionResult): string {
  return result instanceof AppError ? 'failed' : result
}
