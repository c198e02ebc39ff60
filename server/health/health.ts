import { isRunnerReady } from '@/inngest/local/state'
import { isDatabaseUp } from '../db'
import { env } from '../env'
import { isHeartbeatStale } from '../jobs/heartbeat'
import { listFailingProviders, type Provider } from '../messaging/provider-health'

export type Health = {
  status: 'ok' | 'unavailable'
  database: 'ok' | 'down'
  /**
   * Who runs the background jobs; `starting` until the embedded runner has its place, `stale` when nobody has run them for
   * three minutes; `paused` by PAUSE_JOBS.
   */
  jobs: 'embedded' | 'inngest' | 'starting' | 'stale' | 'paused'
  /** Providers that take no messages. The messages wait, and everything else works, so the status stays as it is. */
} & Partial<Record<Provider, 'failing'>>

/** A process that has just started after a long night is given time for the first sweep. */
const GRACE_S = 180

/** Whether the service can do its work, and which part cannot. */
export async function checkHealth(): Promise<Health> {
  if (!(await isDatabaseUp())) return { status: 'unavailable', database: 'down', jobs: env.jobs }
  const [jobs, failing] = await Promise.all([jobsNow(), listFailingProviders()])
  const status = jobs === 'starting' || jobs === 'stale' ? 'unavailable' : 'ok'
  return { status, database: 'ok', jobs, ...Object.fromEntries(failing.map((provider) => [provider, 'failing'])) }
}

async function jobsNow(): Promise<Health['jobs']> {
  if (env.areJobsPaused) return 'paused'
  if (env.jobs === 'embedded' && !isRunnerReady()) return 'starting'
  // On Vercel a process is always young.
  const isYoung = !env.isVercel && process.uptime() < GRACE_S
  return !isYoung && (await isHeartbeatStale()) ? 'stale' : env.jobs
}
