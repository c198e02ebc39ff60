import { type Environment, env } from '@/server/env'
import type { WorkQueue } from '@/server/jobs/work-queue'

type Limit = { key?: string; limit: number }

/**
 * How many runs of a job execute at once: one of each organization, and so many of all. In Inngest's cloud the plan says how
 * many of all; a function that asks for more than its plan allows may be refused.
 */
export function runLimits(
  { organizationsAtOnce }: WorkQueue,
  { inngest }: Pick<Environment, 'inngest'> = env,
): [Limit] | [Limit, Limit] {
  const ofEach = { key: 'event.data.organizationId', limit: 1 }
  return inngest.isCloud ? [ofEach] : [ofEach, { limit: organizationsAtOnce }]
}
