import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { JobEvent } from './functions'

/*
 * The rows of runs and their steps. Whoever executes a run holds its token; a change under an old token changes nothing.
 */

export type Run = { id: string; functionId: string; event: JobEvent; attempt: number; token: string }

/** Starts a run and queues its first execution; nothing when one with this key was started in the last day. */
export async function startRun(
  client: PoolClient,
  functionId: string,
  event: JobEvent,
  dedupeKey: string | null,
): Promise<void> {
  if (dedupeKey !== null)
    await client.query(
      `UPDATE inngest_local.run SET dedupe_key = NULL
       WHERE function_id = $1 AND dedupe_key = $2 AND created_at < clock_timestamp() - interval '24 hours'`,
      [functionId, dedupeKey],
    )
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO inngest_local.run (id, function_id, event, dedupe_key) VALUES ($1, $2, $3, $4)
     ON CONFLICT (function_id, dedupe_key) DO NOTHING RETURNING id`,
    [randomUUID(), functionId, JSON.stringify(event), dedupeKey],
  )
  if (rows[0]) await queueExecution(client, rows[0].id, null)
}

/** Queues the next execution of a run: now, or at a time. */
export async function queueExecution(client: Pool | PoolClient, runId: string, at: Date | null): Promise<void> {
  await client.query('SELECT graphile_worker.add_job($1, $2::json, run_at => $3)', [
    'execute',
    JSON.stringify({ runId }),
    at,
  ])
}

/**
 * Takes a run for execution under a fresh token. A run whose last call was interrupted counts one attempt more, as when
 * an app dies under an Inngest server. @returns null when it has ended.
 */
export async function takeRun(
  pool: Pool,
  runId: string,
  maxAttemptsOf: (functionId: string) => number,
): Promise<Run | null> {
  const token = randomUUID()
  const { rows } = await pool.query<{ function_id: string; event: JobEvent; attempt: number; calling: boolean }>(
    `UPDATE inngest_local.run SET token = $2, parked_at = NULL WHERE id = $1 AND status = 'running'
     RETURNING function_id, event, attempt, calling`,
    [runId, token],
  )
  const row = rows[0]
  if (!row) return null
  // The SDK takes the attempt max - 1 for the last one, by equality.
  const attempt = Math.min(row.attempt + (row.calling ? 1 : 0), maxAttemptsOf(row.function_id) - 1)
  return { id: runId, functionId: row.function_id, event: row.event, attempt, token }
}

/** Says that a call is under way. @returns false when somebody else has taken the run. */
export async function markCalling(pool: Pool, run: Run): Promise<boolean> {
  const { rowCount } = await pool.query(
    'UPDATE inngest_local.run SET calling = true, attempt = $3 WHERE id = $1 AND token = $2',
    [run.id, run.token, run.attempt],
  )
  return rowCount === 1
}

export async function resultsOf(pool: Pool, runId: string): Promise<{ hash: string; result: unknown }[]> {
  const { rows } = await pool.query<{ hash: string; result: unknown }>(
    'SELECT hash, result FROM inngest_local.step WHERE run_id = $1 ORDER BY position',
    [runId],
  )
  return rows
}

export type Progress = {
  /** Results of steps that completed. */
  results?: { hash: string; result: unknown }[]
  /** Tries of the current step so far. */
  attempt: number
  /** Execute again then, in another job; absent: this executor goes on. */
  resumeAt?: Date
}

/** Records what a call brought, with the next job, in one transaction. @returns false when the run was taken from us. */
export async function recordProgress(
  pool: Pool,
  run: Run,
  { results = [], attempt, resumeAt }: Progress,
): Promise<boolean> {
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      'UPDATE inngest_local.run SET calling = false, attempt = $3 WHERE id = $1 AND token = $2',
      [run.id, run.token, attempt],
    )
    if (rowCount !== 1) return false
    for (const { hash, result } of results)
      await client.query(
        'INSERT INTO inngest_local.step (run_id, hash, result) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [run.id, hash, JSON.stringify(result ?? null)],
      )
    if (resumeAt) await queueExecution(client, run.id, resumeAt)
    return true
  })
}

export async function endRun(pool: Pool, run: Run, status: 'completed' | 'failed', output: unknown): Promise<void> {
  await pool.query(
    `UPDATE inngest_local.run SET status = $3, output = $4, calling = false, ended_at = clock_timestamp() WHERE id = $1 AND token = $2`,
    [run.id, run.token, status, JSON.stringify(output ?? null)],
  )
}

/** Remembers that a run waits for a place, so that the next runner knows. */
export async function parkRun(pool: Pool, run: Run): Promise<void> {
  await pool.query('UPDATE inngest_local.run SET parked_at = clock_timestamp() WHERE id = $1 AND token = $2', [
    run.id,
    run.token,
  ])
}

/** At take-over: nobody holds a place any more, so everybody who waited tries again, oldest first. */
export async function releaseParked(pool: Pool): Promise<void> {
  await pool.query(
    `WITH waiting AS (UPDATE inngest_local.run SET parked_at = NULL WHERE parked_at IS NOT NULL AND status = 'running' RETURNING id, created_at)
     SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM (SELECT id FROM waiting ORDER BY created_at) w`,
  )
}

/** Ended runs are forgotten after a week. */
export async function removeOldRuns(pool: Pool): Promise<void> {
  await pool.query("DELETE FROM inngest_local.run WHERE ended_at < clock_timestamp() - interval '7 days'")
}

export async function inTransaction<T>(pool: Pool, body: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await body(client)
    await client.query('COMMIT')
    client.release()
    return result
  } catch (error) {
    // A connection in an unknown state is not given back.
    client.release(error instanceof Error ? error : true)
    throw error
  }
}
