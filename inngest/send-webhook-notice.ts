import { sendNotice } from '@/server/webhooks/notices/send-notice'
import { inngest, jobEvent } from './client'

/** A mail server that is away for a day is asked about thirty times. */
const MAX_TURNS = 50

/**
 * Tells one owner or admin that webhooks fail. The row decides whether and when; a run that is repeated or doubled sends
 * nothing twice.
 */
export const sendWebhookNotice = inngest.createFunction(
  {
    id: 'send-webhook-notice',
    triggers: [jobEvent('webhooks/notice.queued')],
    // Only the infrastructure fails here; what the mail server says is in the row.
    retries: 10,
    concurrency: [{ key: 'event.data.organizationId', limit: 2 }, { limit: 10 }],
  },
  async ({ event, step }) => {
    const { organizationId, noticeId } = event.data
    for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
      const until = await step.run(`send-${turn}`, async () => {
        const found = await sendNotice(organizationId, noticeId)
        return found.state === 'ended' ? null : found.until.toISOString()
      })
      if (until === null) return
      await step.sleepUntil(`pause-${turn}`, until)
    }
  },
)
