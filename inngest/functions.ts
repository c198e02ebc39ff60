import { now } from '@/server/clock'
import { type Environment, env } from '@/server/env'
import type { Queue } from '@/server/jobs/define-queue'
import { recordSignalReceived } from '@/server/jobs/queries'
import { type JobSignal, SERVICE_PARTITION } from '@/server/jobs/queue-names'
import { startRun } from '@/server/jobs/queue-run'
import { queues, tasks } from '@/server/jobs/registry'
import { signalJobs } from '@/server/jobs/signal-jobs'
import { forEachDueOrganization, runTasksNow } from '@/server/jobs/sweep'
import { createQueueEventType, inngest } from './client'
import { scheduleRun } from './signals'

export const inngestFunctions = [
  ...queues.map(createQueueFunction),
  inngest.createFunction({ id: 'sweep', triggers: [{ cron: '* * * * *' }], retries: 1 }, () => sweepOverdueWork()),
  inngest.createFunction({ id: 'remove-old', triggers: [{ cron: '17 * * * *' }], retries: 1 }, async ({ step }) =>
    step.run('remove', () => runTasksNow(tasks.filter(({ everyMs }) => everyMs !== undefined))),
  ),
]

export const serveOptions = {
  client: inngest,
  functions: inngestFunctions,
  enableUnauthedSync: false,
  ...(env.inngest.serveOrigin === undefined ? {} : { serveOrigin: env.inngest.serveOrigin }),
}

/**
 * The Inngest function of a queue. State is in the rows, so a run needs no steps: an interrupted call queries again for due rows, and extra
 * runs are harmless. Later work sleeps in a run of its own. Retries cover internal errors; failures of others are outcomes.
 */
function createQueueFunction(queue: Queue) {
  const { name } = queue
  return inngest.createFunction(
    {
      id: name.replaceAll('/', '-'),
      triggers: [createQueueEventType(name)],
      retries: 10,
      concurrency: getConcurrencyLimits(queue),
    },
    async ({ event, step }) => {
      const { organizationId, at } = event.data
      if (at !== undefined) await step.sleepUntil('until-due', at)
      if (organizationId !== SERVICE_PARTITION) await recordSignalReceived(name, organizationId, at)
      const next = await startRun(queue, organizationId)?.ended
      if (next) await scheduleRun(name, organizationId, next)
    },
  )
}

type Limit = { key?: string; limit: number }

/**
 * Concurrency limits: one run per organization, and a limit for all organizations. On Inngest Cloud the plan sets the total; a function that
 * requests more than the plan allows may be rejected.
 */
export function getConcurrencyLimits(
  { limits }: Pick<Queue, 'limits'>,
  { inngest: server }: Pick<Environment, 'inngest'> = env,
): [Limit] | [Limit, Limit] {
  const perOrganization = { key: 'event.data.organizationId', limit: 1 }
  return server.isCloud ? [perOrganization] : [perOrganization, { limit: limits.organizations }]
}

/** @returns results by queue and task; null for what failed */
export async function sweepOverdueWork(): Promise<Record<string, unknown>> {
  const signals: JobSignal[] = []
  const counts = await forEachDueOrganization(
    queues,
    ({ limits }) => new Date(now().getTime() - limits.overdueMs),
    (queue, { organizationId }) => signals.push({ queue, organizationId }),
  )
  await signalJobs(signals)
  return { ...counts, ...(await runTasksNow(tasks.filter(({ everyMs }) => everyMs === undefined))) }
}
