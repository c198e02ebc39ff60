import { alertQueue } from '@/server/alerts/alert-queue'
import { runQueue } from '@/server/jobs/run-queue'
import { inngest, jobEvent } from './client'
import { runLimits } from './run-limits'

/** Sends the notifications of one organization's alert rules: queues emails, which a separate job sends, and posts to chat channels. */
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
