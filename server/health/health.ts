import { isRunnerReady } from '@/inngest/local/state'
import { areWritesFailing, db, isDatabaseUp } from '../db'
import { env } from '../env'
import { isHeartbeatStale } from '../jobs/heartbeat'
import { isLogFailing, log } from '../log'
import { listFailingProviders, type Provider } from '../messaging/provider-health'

export type Health = {
  status: 'ok' | 'unavailable'
  /** `read-only` when it answers and cannot write: its disk is full or fails, or it is a standby. */
  database: 'ok' | 'down' | 'read-only'
  /**
   * Who runs the background jobs; `starting` until the embedded runner has its place, `stale` when nobody has run them for
   * three minutes; `paused` by PAUSE_JOBS.
   */
  jobs: 'embedded' | 'inngest' | 'starting' | 'stale' | 'paused'
  /** Lines of the log are lost, on a full disk for one. Nothing else depends on it. */
  log?: 'failing'
  /** Providers that take no messages. The messages wait, and everything else works, so the status stays as it is. */
} & Partial<Record<Provider, 'failing'>>

/** A process that has just started after a long night is given time for the first sweep. */
const GRACE_S = 180

/** Whether the service can do its work, and which part cannot. */
export async function checkHealth(): Promise<Health> {
  if (!(await isDatabaseUp())) return { status: 'unavailable', database: 'down', jobs: env.jobs }
  await probeWrite()
  if (areWritesFailing()) return { status: 'unavailable', database: 'read-only', jobs: env.jobs }
  const [jobs, failing] = await Promise.all([jobsNow(), listFailingProviders()])
  const status = jobs === 'starting' || jobs === 'stale' ? 'unavailable' : 'ok'
  const lost = isLogFailing() ? { log: 'failing' as const } : {}
  return {
    status,
    database: 'ok',
    jobs,
    ...lost,
    ...Object.fromEntries(failing.map((provider) => [provider, 'failing'])),
  }
}

const PROBE_MS = 10_000
let probedAt = -Infinity

/** Also where nothing else is written: every write that fails is noticed by the pool, this one too. */
async function probeWrite(): Promise<void> {
  if (performance.now() - probedAt < PROBE_MS) return
  probedAt = performance.now()
  const row = { at: new Date() }
  try {
    await db.jobPulse.upsert({ where: { job: 'health' }, create: { job: 'health', ...row }, update: row })
  } catch (error) {
    log.error({ err: error }, 'the health check cannot write')
  }
}

async function jobsNow(): Promise<Health['jobs']> {
  if (env.areJobsPaused) return 'paused'
  if (env.jobs === 'embedded' && !isRunnerReady()) return 'starting'
  // On Vercel a process is always young.
  const isYoung = !env.isVercel && process.uptime() < GRACE_S
  return !isYoung && (await isHeartbeatStale()) ? 'stale' : env.jobs
}
