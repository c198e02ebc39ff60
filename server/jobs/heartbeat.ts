import { now } from '../clock'
import { db, queryRows } from '../db'

/*
 * Detects jobs that do not run: an Inngest server that was never synced with this app, or stopped calling it, looks healthy otherwise. The
 * sweep, which runs every minute, records a heartbeat.
 */

const STALE_S = 180

export async function recordHeartbeat(): Promise<void> {
  await claimTask('sweep', 0)
}

/** Records that a task begins, unless it began less than `everyMs` ago. @returns whether to run it now */
export async function claimTask(job: string, everyMs: number): Promise<boolean> {
  const rows = await queryRows<object>({
    name: 'claim-task',
    text: `INSERT INTO job_heartbeat (job, at) VALUES ($1, clock_timestamp())
      ON CONFLICT (job) DO UPDATE SET at = excluded.at
        WHERE job_heartbeat.at <= clock_timestamp() - make_interval(secs => $2::float8 / 1000) RETURNING job`,
    values: [job, everyMs],
  })
  return rows.length > 0
}

export async function isHeartbeatStale(seconds = STALE_S): Promise<boolean> {
  const since = new Date(now().getTime() - seconds * 1000)
  return (await db.jobHeartbeat.count({ where: { job: 'sweep', at: { gt: since } } })) === 0
}
