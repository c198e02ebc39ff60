import { runQueue } from '@/server/jobs/run-queue'
import { sendingQueue } from '@/server/sequences/sending/sending-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Takes the people of one organization through their sequences: does what is due. It remembers nothing but for when it
 * slept; the rows say what is next. A run too many is harmless, and a sleep is at most a day, so that no engine's limits are
 * met. One run at a time per organization, and each hands over after its turn.
 */
export const runSendings = inngest.createFunction(
  {
    id: 'run-sendings',
    triggers: [jobEvent('sequences/sendings.queued')],
    // Only the infrastructure fails here; what the mail server says is in the rows.
    retries: 10,
    concurrency: runLimits(sendingQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(sendingQueue, organizationId, at)
  },
)
