import { type Environment, env } from '@/server/env'
import type { Queue } from '@/server/jobs/queue'
import { startRun } from '@/server/jobs/queue-run'
import { inngest, queueEventType } from './client'
import { recordRunStarted, scheduleRun } from './signals'

/**
 * The Inngest function of a queue. State is in the rows, so a run needs no steps: an interrupted call queries again for due rows, and extra
 * runs are harmless. Later work sleeps in a run of its own. Retries cover internal errors; failures of others are outcomes.
 */
export function createQueueFunction(queue: Queue) {
  return inngest.createFunction(
    {
      id: queue.name.replaceAll('/', '-'),
      triggers: [queueEventType(queue.name)],
      retries: 10,
      concurrency: concurrencyLimits(queue),
    },
    async ({ event, step }) => {
      const { organizationId, at } = event.data
      if (at !== undefined) await step.sleepUntil('until-due', at)
      await runQueue(queue, organizationId, at)
    },
  )
}

async function runQueue(queue: Queue, organizationId: string, at: string | undefined): Promise<void> {
  await recordRunStarted(queue.name, organizationId, at)
  const next = await startRun(queue, organizationId)?.ended
  if (next) await scheduleRun(queue.name, organizationId, next)
}

type Limit = { key?: string; limit: number }

/**
 * Concurrency limits: one run per organization, and a limit for all organizations. On Inngest Cloud the plan sets the total; a function that
 * requests more than the plan allows may be rejected.
 */
export function concurrencyLimits(
  { limits }: Pick<Queue, 'limits'>,
  { inngest: server }: Pick<Environment, 'inngest'> = env,
): [Limit] | [Limit, Limit] {
  const perOrganization = { key: 'event.data.organizationId', limit: 1 }
  return server.isCloud ? [perOrganization] : [perOrganization, { limit: limits.organizations }]
}
