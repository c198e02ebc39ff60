import { now } from '@/server/clock'
import { queues, tasks } from '@/server/jobs/registry'
import { signalJobs } from '@/server/jobs/signal-jobs'
import type { JobSignal } from '@/server/jobs/signals'
import { listDueWork, runTasks } from '@/server/jobs/sweep'
import { inngest } from './client'

export const sweepFunction = inngest.createFunction(
  { id: 'sweep', triggers: [{ cron: '* * * * *' }], retries: 1 },
  () => sweep(),
)

/** @returns results by queue and task; null for what failed */
export async function sweep(): Promise<Record<string, unknown>> {
  const signals: JobSignal[] = []
  const counts = await listDueWork(
    queues,
    ({ limits }) => new Date(now().getTime() - limits.overdueMs),
    (queue, { organizationId }) => signals.push({ queue, organizationId }),
  )
  await signalJobs(signals)
  return { ...counts, ...(await runTasks(tasks.filter(({ everyMs }) => everyMs === undefined))) }
}

export const retentionFunction = inngest.createFunction(
  { id: 'remove-old', triggers: [{ cron: '17 * * * *' }], retries: 1 },
  async ({ step }) => step.run('remove', () => runTasks(tasks.filter(({ everyMs }) => everyMs !== undefined))),
)
