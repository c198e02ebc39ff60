import { runQueue } from '@/server/jobs/run-queue'
import { sourceQueue } from '@/server/reviews/sync/source-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Syncs the due review sources of one organization: each every 15 minutes, in full once a day, and on request. Failures of a site are
 * outcomes recorded in the source's row; retries cover our own failures alone.
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
