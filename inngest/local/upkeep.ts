import type { Pool } from 'pg'
import { queueExecution } from './database'
import type { JobEvent } from './events'
import type { Executor } from './execute'

type Kept = Pick<Executor, 'pool' | 'executing' | 'slots'>

/** A run that is due for so long and has no job has lost it. */
const OVERDUE = '30 seconds'
const MAX_RUNS = 1000

/**
 * At take-over: who waited for a place under the process before us waits again, oldest first, or has one. Only those who
 * have one are queued: a long line would otherwise be taken up and put back, one by one, before anybody moves.
 */
export async function releaseParked({
  pool,
  executing,
  slots,
  functions,
}: Kept & Pick<Executor, 'functions'>): Promise<void> {
  const { rows } = await pool.query<{ id: string; function_id: string; event: JobEvent }>(
    `SELECT id, function_id, event FROM inngest_local.run WHERE parked_at IS NOT NULL AND status = 'running'
     ORDER BY created_at, id`,
  )
  for (const { id, function_id, event } of rows) {
    if (executing.has(id) || slots.isWaiting(id)) continue
    const job = functions.get(function_id)
    if (!job || slots.take(job, event, id)) await queueExecution(pool, id)
  }
}

/**
 * Queues again what should move and does not, because the one moment in which it was to be queued met a database that was
 * gone. Nothing while the queue itself is behind: then the jobs are there, only late.
 */
export async function requeueLost(executor: Kept): Promise<void> {
  const { pool, executing, slots } = executor
  const { rows: behind } = await pool.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'execute' AND locked_at IS NULL
     AND attempts < max_attempts AND run_at < clock_timestamp() - interval '1 second' LIMIT 1`,
  )
  if (behind.length > 0) return
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM inngest_local.run WHERE status = 'running' AND due_at < clock_timestamp() - $1::interval
       AND (parked_at IS NULL OR parked_at < clock_timestamp() - $1::interval)
     LIMIT $2`,
    [OVERDUE, MAX_RUNS],
  )
  for (const { id } of rows) if (!executing.has(id) && !slots.isWaiting(id)) await queueExecution(pool, id)
}

/** Ended runs and their steps are forgotten after a week. */
export async function removeOldRuns(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM inngest_local.run WHERE ended_at < clock_timestamp() - interval '7 days'")
}
