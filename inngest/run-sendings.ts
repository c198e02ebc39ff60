import { runQueue } from '@/server/jobs/run-queue'
import { sendingQueue } from '@/server/sequences/sending/sending-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Advances the due sendings of one organization. Keeps no state but the sleep; the rows hold the next step. Extra runs are harmless, and a
 * sleep is at most a day, within every engine's limits. One run at a time per organization, and each yields after its time budget.
 */
export const runSendings = inngest.createFunction(
  {
    id: 'run-sendings',
    triggers: [jobEvent('sequences/sendings.queued')],
    retries: 10,
    concurrency: runLimits(sendingQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(sendingQueue, organizationId, at)
  },
)
