import { runQueue } from '@/server/jobs/run-queue'
import { replyQueue } from '@/server/reviews/replies/reply-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

export const postReplies = inngest.createFunction(
  {
    id: 'post-replies',
    triggers: [jobEvent('reviews/replies.queued')],
    retries: 10,
    concurrency: runLimits(replyQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(replyQueue, organizationId, at)
  },
)
