import { runQueue } from '@/server/jobs/run-queue'
import { tallyQueue } from '@/server/responses/tally-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/** Recounts the daily response statistics of one organization after its time zone changed. */
export const countResponsesAnew = inngest.createFunction(
  {
    id: 'count-responses-anew',
    triggers: [jobEvent('responses/tallies.outdated')],
    retries: 10,
    concurrency: runLimits(tallyQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(tallyQueue, organizationId, at)
  },
)
