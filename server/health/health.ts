import { areDatabaseWritesFailing, db, isDatabaseUp } from '../db'
import { env } from '../env'
import { isHeartbeatStale } from '../jobs/heartbeat'
import { isLogFailing, log } from '../log'
import { isMailboxFailing } from '../message-events/mail-reports/mailbox-health'
import { listFailingProviders, type MessagingProviderName } from '../messaging/provider-health'
import { processState } from '../process-state'

export type Health = {
  status: 'ok' | 'unavailable'
  database: 'ok' | 'down' | 'read-only'
  /**
   * Where the background jobs run. `starting`: the scheduler is not ready yet; `stale`: no sweep for three minutes; `paused`: by
   * PAUSE_JOBS.
   */
  jobs: 'embedded' | 'inngest' | 'starting' | 'stale' | 'paused'
  log?: 'failing'
  /** The mailbox that mail comes back to cannot be read. */
  bounceMailbox?: 'failing'
} & Partial<Record<MessagingProviderName, 'failing'>>

const STARTUP_GRACE_S = 180

export async function checkHealth(): Promise<Health> {
  if (!(await isDatabaseUp())) return { status: 'unavailable', database: 'down', jobs: env.jobs }
  await probeWrite()
  if (areDatabaseWritesFailing()) return { status: 'unavailable', database: 'read-only', jobs: env.jobs }
  const [jobs, failing, isBounceMailboxFailing] = await Promise.all([
    jobsStatus(),
    listFailingProviders(),
    isMailboxFailing(),
  ])
  const status = jobs === 'starting' || jobs === 'stale' ? 'unavailable' : 'ok'
  const logStatus = isLogFailing() ? { log: 'failing' as const } : {}
  return {
    status,
    database: 'ok',
    jobs,
    ...logStatus,
    ...(isBounceMailboxFailing ? { bounceMailbox: 'failing' as const } : {}),
    ...Object.fromEntries(failing.map((provider) => [provider, 'failing'])),
  }
}

const WRITE_PROBE_INTERVAL_MS = 10_000
let probedAt = -Infinity

async function probeWrite(): Promise<void> {
  if (performance.now() - probedAt < WRITE_PROBE_INTERVAL_MS) return
  probedAt = performance.now()
  const row = { at: new Date() }
  try {
    await db.jobHeartbeat.upsert({ where: { job: 'health' }, create: { job: 'health', ...row }, update: row })
  } catch (error) {
    log.error({ err: error }, 'the health check cannot write')
  }
}

async function jobsStatus(): Promise<Health['jobs']> {
  if (env.areJobsPaused) return 'paused'
  if (env.jobs === 'embedded' && processState.scheduler?.isReady !== true) return 'starting'
  const isStarting = !env.isVercel && process.uptime() < STARTUP_GRACE_S
  return !isStarting && (await isHeartbeatStale()) ? 'stale' : env.jobs
}
