import { digestQueue } from '@/server/digests/digest-queue'
import { runQueue } from '@/server/jobs/run-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

export const sendDigests = inngest.createFunction(
  {
    id: 'send-digests',
    triggers: [jobEvent('digests/digests.due')],
    retries: 10,
    concurrency: runLimits(digestQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(digestQueue, organizationId, at)
  },
)
