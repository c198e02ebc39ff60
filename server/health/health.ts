import { isRunnerReady } from '@/inngest/local/state'
import { isDatabaseUp } from '../db'
import { env } from '../env'

export type Health = {
  status: 'ok' | 'unavailable'
  database: 'ok' | 'down'
  /** Who runs the background jobs; `starting` until the embedded runner has its place. */
  jobs: 'embedded' | 'inngest' | 'starting'
}

/** Whether the service can do its work, and which part cannot. */
export async function healthOf(): Promise<Health> {
  const database = (await isDatabaseUp()) ? 'ok' : 'down'
  const jobs = env.jobs === 'inngest' || isRunnerReady() ? env.jobs : 'starting'
  return { status: database === 'ok' && jobs !== 'starting' ? 'ok' : 'unavailable', database, jobs }
}
