import { areWritesFailing, db, isDatabaseUp } from '../db'
import { env } from '../env'
import { isHeartbeatStale } from '../jobs/heartbeat'
import { isLogFailing, log } from '../log'
import { listFailingProviders, type Provider } from '../messaging/provider-health'
import { runtime } from '../runtime'

export type Health = {
  status: 'ok' | 'unavailable'
  /** `read-only`: it accepts connections but no writes, because of a full or failing disk, or as a standby. */
  database: 'ok' | 'down' | 'read-only'
  /**
   * Where the background jobs run. `starting`: the scheduler is not ready yet; `stale`: no sweep for three minutes; `paused`: by
   * PAUSE_JOBS.
   */
  jobs: 'embedded' | 'inngest' | 'starting' | 'stale' | 'paused'
  /** Log lines are lost, for example on a full disk. Does not affect the status. */
  log?: 'failing'
  /** Providers that accept no messages. Messages stay queued and everything else works, so the status is unaffected. */
} & Partial<Record<Provider, 'failing'>>

const GRACE_S = 180

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

/** Detects a read-only database without other traffic: the pool registers every failed write, including this one. */
async function probeWrite(): Promise<void> {
  if (performance.now() - probedAt < PROBE_MS) return
  probedAt = performance.now()
  const row = { at: new Date() }
  try {
    await db.jobHeartbeat.upsert({ where: { job: 'health' }, create: { job: 'health', ...row }, update: row })
  } catch (error) {
    log.error({ err: error }, 'the health check cannot write')
  }
}

async function jobsNow(): Promise<Health['jobs']> {
  if (env.areJobsPaused) return 'paused'
  if (env.jobs === 'embedded' && runtime.scheduler?.isReady !== true) return 'starting'
  const isYoung = !env.isVercel && process.uptime() < GRACE_S
  return !isYoung && (await isHeartbeatStale()) ? 'stale' : env.jobs
}
