import { runQueue } from '@/server/jobs/run-queue'
import { deliveryQueue } from '@/server/webhooks/delivering/delivery-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Delivers what is due of one organization. The rows decide; a run that is repeated, paused or doubled changes nothing. So
 * the work is no step: a call that was interrupted looks again and finds what is still due. What is to come later sleeps in
 * a run of its own. Retries cover our own failures alone, a receiver's are outcomes. One run at a time per organization,
 * and each hands over after its turn: what one has waiting delays no other.
 */
export const deliverWebhooks = inngest.createFunction(
  {
    id: 'deliver-webhooks',
    triggers: [jobEvent('webhooks/deliveries.queued')],
    retries: 10,
    concurrency: runLimits(deliveryQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(deliveryQueue, organizationId, at)
  },
)
