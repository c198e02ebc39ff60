import { alertQueue } from '@/server/alerts/alert-queue'
import { runQueue } from '@/server/jobs/run-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/** Tells what the rules of one organization matched: by mails, which are sent on their own, and by posts. */
export const sendAlerts = inngest.createFunction(
  {
    id: 'send-alerts',
    triggers: [jobEvent('alerts/alerts.queued')],
    retries: 10,
    concurrency: runLimits(alertQueue),
  },
  async ({ event, step }) => {
    const { organizationId, at } = event.data
    if (at !== undefined) await step.sleepUntil('until-due', at)
    await runQueue(alertQueue, organizationId, at)
  },
)
