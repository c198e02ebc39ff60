import { sendSystemEmail } from '@/server/system-emails/send'
import { inngest, jobEvent } from './client'

/** A mail server that is away for a day is asked about thirty times. */
const MAX_TURNS = 50

/** Sends one mail of our own. The row decides whether and when; a run that is repeated or doubled sends nothing twice. */
export const sendSystemEmailFunction = inngest.createFunction(
  {
    id: 'send-system-email',
    triggers: [jobEvent('emails/system.queued')],
    // Only the infrastructure fails here; what the mail server says is in the row.
    retries: 10,
    concurrency: [{ key: 'event.data.share', limit: 4 }, { limit: 20 }],
  },
  async ({ event, step }) => {
    const { emailId } = event.data
    for (let turn = 1; turn <= MAX_TURNS; turn += 1) {
      const until = await step.run(`send-${turn}`, async () => {
        const found = await sendSystemEmail(emailId)
        return found.state === 'ended' ? null : found.until.toISOString()
      })
      if (until === null) return
      await step.sleepUntil(`pause-${turn}`, until)
    }
  },
)
