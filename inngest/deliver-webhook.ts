import { now } from '@/server/clock'
import { attemptDelivery } from '@/server/webhooks/deliveries'
import { deliveryQueued, inngest } from './client'

/** More than the attempts need; whatever is left then, the sweep wakes again. */
const MAX_TURNS = 50
const LONGEST_SLEEP_MS = 24 * 60 * 60 * 1000

/**
 * Delivers one webhook: attempt, wait until the row says, look again. The rows decide; a run that is repeated, paused or
 * doubled changes nothing. So an attempt is no step: after a pause the earlier turns look again, find nothing due or what
 * is due, and a delivery that succeeds at once is one call of the app. Retries cover our own failures alone, a receiver's are
 * outcomes. At most five at a time per organization, so that one with dead receivers cannot delay another's deliveries.
 */
export const deliverWebhook = inngest.createFunction(
  {
    id: 'deliver-webhook',
    triggers: [deliveryQueued],
    retries: 10,
    concurrency: [{ key: 'event.data.organizationId', limit: 5 }, { limit: 200 }],
  },
  async ({ event, step }) => {
    const { organizationId, deliveryId } = event.data
    for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
      const outcome = await attemptDelivery(organizationId, deliveryId)
      if (outcome.state === 'ended') return
      const until = new Date(Math.min(outcome.nextAttemptAt.getTime(), now().getTime() + LONGEST_SLEEP_MS))
      await step.sleepUntil(`pause-${turn}`, until.toISOString())
    }
  },
)
