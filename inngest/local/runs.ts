import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { JobEvent } from './events'

/* Run rows: start, lease, and end. The executing process holds the run's token; updates under an old token have no effect. */

export type Run = { id: string; functionId: string; event: JobEvent; token: string }
export type RunStart = {
  functionId: string
  event: JobEvent
  /** At most one run of the function per key and day. */
  dedupeKey: string | null
}
export type RunEnd = { status: 'completed' | 'failed'; output: unknown }

/** Starts a run and queues its first execution; does nothing if a run with this key started within the last day. */
export async function startRun(client: PoolClient, start: RunStart): Promise<void> {
  if (await insertRun(client, start)) return
  if (await forgetKey(client, start)) await insertRun(client, start)
}

async function insertRun(client: PoolClient, { functionId, event, dedupeKey }: RunStart): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH started AS (
       INSERT INTO inngest_local.run (id, function_id, event, dedupe_key)
       VALUES ($1, $2, $3, $4) ON CONFLICT (function_id, dedupe_key) DO NOTHING RETURNING id)
     SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM started`,
    [randomUUID(), functionId, JSON.stringify(event), dedupeKey],
  )
  return rowCount === 1
}

async function forgetKey(client: PoolClient, { functionId, dedupeKey }: RunStart): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE inngest_local.run SET dedupe_key = NULL
     WHERE function_id = $1 AND dedupe_key = $2 AND created_at < clock_timestamp() - interval '24 hours'`,
    [functionId, dedupeKey],
  )
  return rowCount === 1
}

/**
 * Leases a run under a fresh token. If a call was in progress when its process died, counts one attempt, like an Inngest server when an app
 * dies. @returns null if the run has ended; `isDue`: it is to continue now
 */
export async function takeRun(
  pool: Pool,
  runId: string,
  maxAttemptsOf: (functionId: string) => number,
): Promise<(Run & { isDue: boolean }) | null> {
  const token = randomUUID()
  const { rows } = await pool.query<{ function_id: string; event: JobEvent; calling: boolean; is_due: boolean }>(
    `UPDATE inngest_local.run SET token = $2, parked_at = NULL WHERE id = $1 AND status = 'running'
     RETURNING function_id, event, calling, due_at <= clock_timestamp() AS is_due`,
    [runId, token],
  )
  const row = rows[0]
  if (!row) return null
  const run = { id: runId, functionId: row.function_id, event: row.event, token, isDue: row.is_due }
  if (row.calling) await countInterruption(pool, run, maxAttemptsOf(run.functionId) - 1)
  return run
}

/** Capped: the SDK recognizes the last attempt by equality with max - 1. */
async function countInterruption(pool: Pool, run: Run, last: number): Promise<void> {
  await pool.query(
    `UPDATE inngest_local.run SET calling = false, attempt = least(attempt + 1, $3) WHERE id = $1 AND token = $2`,
    [run.id, run.token, last],
  )
}

export async function parkRun(pool: Pool, run: Run): Promise<void> {
  await pool.query('UPDATE inngest_local.run SET parked_at = clock_timestamp() WHERE id = $1 AND token = $2', [
    run.id,
    run.token,
  ])
}

/** Ends a run under our token; does nothing if it was taken over. */
export async function endRun(pool: Pool, run: Run, { status, output }: RunEnd): Promise<void> {
  await pool.query(
    `UPDATE inngest_local.run
     SET status = $3, output = $4, calling = false, parked_at = NULL, ended_at = clock_timestamp()
     WHERE id = $1 AND token = $2 AND status = 'running'`,
    [run.id, run.token, status, JSON.stringify(output ?? null)],
  )
}
