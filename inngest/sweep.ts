import { removeOldAnswers } from '@/server/idempotency/idempotency'
import { takeOverdueSendings } from '@/server/sequences/due'
import { sendingQueued } from '@/server/sequences/sequences'
import { removeEndedCounts } from '@/server/throttle/throttle'
import { removeOldDeliveries, takeOverdueDeliveries } from '@/server/webhooks/deliveries'
import { noticeQueued } from '@/server/webhooks/notices'
import { deliveryQueued } from '@/server/webhooks/outbox'
import { listDueNotices } from '@/server/webhooks/send-notice'
import { inngest } from './client'

const MAX_WAKES = 1000

/**
 * Wakes what should have moved and has not: its process died, its event was lost, its steps were edited. The rows hold
 * the promise, so nothing else needs to remember it; a wake too many does no harm.
 */
export const sweepFunction = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }], retries: 1 },
  async ({ step }) => {
    const sendings = await step.run('find-sendings', () => takeOverdueSendings(MAX_WAKES))
    const deliveries = await step.run('find-deliveries', () => takeOverdueDeliveries(MAX_WAKES))
    const notices = await step.run('find-notices', () => listDueNotices(MAX_WAKES))
    const events = [
      ...sendings.map(({ organizationId, sendingId }) => sendingQueued(organizationId, sendingId)),
      ...deliveries.map(({ organizationId, deliveryId }) => deliveryQueued(organizationId, deliveryId)),
      ...notices.map(({ organizationId, noticeId }) => noticeQueued(organizationId, noticeId)),
    ]
    if (events.length > 0) await step.sendEvent('wake', events)
    return { sendings: sendings.length, deliveries: deliveries.length, notices: notices.length }
  },
)

/** Forgets what is kept for a time only. */
export const removeOldFunction = inngest.createFunction(
  { id: 'remove-old', triggers: [{ cron: '17 * * * *' }], retries: 1 },
  async ({ step }) => ({
    deliveries: await step.run('deliveries', () => removeOldDeliveries()),
    answers: await step.run('answers', () => removeOldAnswers()),
    counts: await step.run('counts', () => removeEndedCounts()),
  }),
)
