import { runQueue } from '@/server/jobs/run-queue'
import { sourceQueue } from '@/server/reviews/sync/source-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Looks at the review sources of one organization that are due: each every 15 minutes, all of it once a day, and whenever
 * somebody asks. What a site does not do is an outcome, written in its source's row; retries cover our own failures alone.
 */
export const syncReviews = inngest.createFunction(
  {
    id: 'sync-reviews',
    triggers: [jobEvent('reviews/sources.due')],
    retries: 10,
    concurrency: runLimits(sourceQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(sourceQueue, organizationId, at)
  },
)
