import { runQueue } from '@/server/jobs/run-queue'
import { removalQueue } from '@/server/records/removal-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/** Updates references to merged or deleted locations, employees and companies of one organization. */
export const settleRecords = inngest.createFunction(
  {
    id: 'settle-records',
    triggers: [jobEvent('records/removals.due')],
    retries: 10,
    concurrency: runLimits(removalQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(removalQueue, organizationId, at)
  },
)
