import type { Pool } from 'pg'
import { queueExecution } from './database'
import type { JobEvent } from './events'
import type { Executor } from './execute'

type Kept = Pick<Executor, 'pool' | 'executing' | 'slots'>

/** A run overdue for longer than this without a job: assume the job was lost. */
const OVERDUE = '30 seconds'
const MAX_RUNS = 1000

/**
 * On takeover: restores the slot queue of the previous process, oldest run first. Only runs that get a slot are queued for execution;
 * otherwise a long queue would be leased and parked again one by one.
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
 * Re-queues runs whose job was lost because the database was unavailable when it should have been queued. Skipped while the queue itself is
 * behind: then the jobs exist and are only late.
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

/** Deletes ended runs and their steps after a week. */
export async function removeOldRuns(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM inngest_local.run WHERE ended_at < clock_timestamp() - interval '7 days'")
}
