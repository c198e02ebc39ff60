import { type Environment, env } from '@/server/env'
import type { WorkQueue } from '@/server/jobs/work-queue'

type Limit = { key?: string; limit: number }

/**
 * Concurrency limits of a job: one run per organization, and a limit for all organizations. On Inngest Cloud the plan sets the total; a
 * function that requests more than the plan allows may be rejected.
 */
export function runLimits(
  { organizationsAtOnce }: WorkQueue,
  { inngest }: Pick<Environment, 'inngest'> = env,
): [Limit] | [Limit, Limit] {
  const ofEach = { key: 'event.data.organizationId', limit: 1 }
  return inngest.isCloud ? [ofEach] : [ofEach, { limit: organizationsAtOnce }]
}
