import { sendSystemEmail } from '@/server/system-emails/send'
import { inngest, jobEvent } from './client'

/** A mail server that is down for a day is tried about thirty times. */
const MAX_TURNS = 50

/** Sends one system email. The row decides whether and when; repeated or duplicate runs send nothing twice. */
export const sendSystemEmailFunction = inngest.createFunction(
  {
    id: 'send-system-email',
    triggers: [jobEvent('emails/system.queued')],
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
