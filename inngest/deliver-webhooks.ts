import { runQueue } from '@/server/jobs/run-queue'
import { deliveryQueue } from '@/server/webhooks/delivering/delivery-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/**
 * Delivers the due webhooks of one organization. State is in the rows, so runs are idempotent and need no step: an interrupted call queries
 * again for due rows. Later deliveries sleep in a separate run. Retries cover our own failures; receiver failures are outcomes. One run at
 * a time per organization, and each yields after its time budget, so that no backlog delays other organizations.
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
