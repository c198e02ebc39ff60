import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { inTransaction, queueExecution } from './database'
import type { QueuedEvent } from './events'
import type { JobEvent } from './functions'

/*
 * The rows of runs: how they start, are taken for execution, and end. Whoever executes a run holds its token; a change
 * under an old token changes nothing.
 */

export type Run = { id: string; functionId: string; event: JobEvent; token: string }
export type RunStart = {
  functionId: string
  event: JobEvent
  /** Starts at most one run of the function a day. */
  dedupeKey: string | null
  /** The step that waits for its end. */
  parent?: { runId: string; hash: string }
}
export type RunEnd = { status: 'completed' | 'failed' | 'cancelled'; output: unknown }

/** Starts a run and queues its first execution; nothing when one with this key was started in the last day. */
export async function startRun(client: PoolClient, start: RunStart): Promise<void> {
  if (await insertRun(client, start)) return
  if (await forgetKey(client, start)) await insertRun(client, start)
}

async function insertRun(client: PoolClient, { functionId, event, dedupeKey, parent }: RunStart): Promise<boolean> {
  const { rowCount } = await client.query(
    `WITH started AS (
       INSERT INTO inngest_local.run (id, function_id, event, dedupe_key, parent_run_id, parent_hash)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (function_id, dedupe_key) DO NOTHING RETURNING id)
     SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM started`,
    [randomUUID(), functionId, JSON.stringify(event), dedupeKey, parent?.runId ?? null, parent?.hash ?? null],
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
 * Takes a run for execution under a fresh token. What was being called when its process died counts one attempt more,
 * as when an app dies under an Inngest server. @returns null when it has ended; `isDue`:
 * there is something to do for it now.
 */
export async function takeRun(
  pool: Pool,
  runId: string,
  maxAttemptsOf: (functionId: string) => number,
): Promise<(Run & { isDue: boolean }) | null> {
  const token = randomUUID()
  const { rows } = await pool.query<{ function_id: string; event: JobEvent; calling: boolean; is_due: boolean }>(
    `UPDATE inngest_local.run SET token = $2, parked_at = NULL WHERE id = $1 AND status = 'running'
     RETURNING function_id, event, calling, CASE
       WHEN EXISTS (SELECT FROM inngest_local.open_step o WHERE o.run_id = run.id)
       THEN EXISTS (SELECT FROM inngest_local.open_step o WHERE o.run_id = run.id AND o.due_at <= clock_timestamp())
       ELSE due_at <= clock_timestamp() END AS is_due`,
    [runId, token],
  )
  const row = rows[0]
  if (!row) return null
  const run = { id: runId, functionId: row.function_id, event: row.event, token, isDue: row.is_due }
  if (row.calling) await countInterruption(pool, run, maxAttemptsOf(run.functionId) - 1)
  return run
}

/** The SDK takes the attempt max - 1 for the last one, by equality: the count stops there. */
async function countInterruption(pool: Pool, run: Run, last: number): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `UPDATE inngest_local.open_step SET attempt = least(attempt + 1, $2)
       WHERE run_id = $1 AND kind = 'step' AND due_at <= clock_timestamp()`,
      [run.id, last],
    )
    await client.query(
      `UPDATE inngest_local.run SET calling = false, attempt = CASE WHEN $3 THEN least(attempt + 1, $4) ELSE attempt END
       WHERE id = $1 AND token = $2`,
      [run.id, run.token, rowCount === 0, last],
    )
  })
}

/** Remembers that a run waits for a place, so that the next process knows. */
export async function parkRun(pool: Pool, run: Run): Promise<void> {
  await pool.query('UPDATE inngest_local.run SET parked_at = clock_timestamp() WHERE id = $1 AND token = $2', [
    run.id,
    run.token,
  ])
}

/** Ends a run that we execute. @returns false when it was taken from us. */
export async function endRun(pool: Pool, run: Run, end: RunEnd): Promise<boolean> {
  return inTransaction(pool, (client) => close(client, run.id, run.token, end))
}

/** Ends a run, whoever executes it. */
export async function cancelRun(client: PoolClient, runId: string): Promise<boolean> {
  return close(client, runId, null, { status: 'cancelled', output: { name: 'Cancelled', message: 'cancelled' } })
}

async function close(client: PoolClient, id: string, token: string | null, end: RunEnd): Promise<boolean> {
  const { rows } = await client.query<{
    function_id: string
    event: JobEvent
    parent_run_id: string | null
    parent_hash: string | null
  }>(
    `WITH ended AS (
       UPDATE inngest_local.run
       SET status = $3, output = $4, calling = false, parked_at = NULL, ended_at = clock_timestamp()
       WHERE id = $1 AND status = 'running' AND ($2::uuid IS NULL OR token = $2)
       RETURNING id, function_id, event, parent_run_id, parent_hash),
     closed AS (DELETE FROM inngest_local.open_step o USING ended WHERE o.run_id = ended.id)
     SELECT * FROM ended`,
    [id, token, end.status, JSON.stringify(end.output ?? null)],
  )
  const row = rows[0]
  if (!row) return false
  if (row.parent_run_id !== null && row.parent_hash !== null)
    await resolveStep(client, row.parent_run_id, row.parent_hash, runResult(end))
  if (end.status === 'failed') await announceFailure(client, id, row.function_id, row.event, end.output)
  return true
}

function runResult({ status, output }: RunEnd): unknown {
  return status === 'completed' ? { data: output ?? null } : { error: output }
}

/** Gives an open step its result from outside, and wakes its run. Nothing when it has one, or its run has ended. */
export async function resolveStep(client: PoolClient, runId: string, hash: string, result: unknown): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM inngest_local.open_step WHERE run_id = $1 AND hash = $2', [
    runId,
    hash,
  ])
  if (rowCount !== 1) return
  await client.query(
    'INSERT INTO inngest_local.step (run_id, hash, result) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [runId, hash, JSON.stringify(result ?? null)],
  )
  await queueExecution(client, runId, null)
}

/** The event that `onFailure` handlers are triggered by. */
async function announceFailure(
  client: PoolClient,
  runId: string,
  functionId: string,
  event: JobEvent,
  error: unknown,
): Promise<void> {
  const queued: QueuedEvent = {
    id: runId,
    name: 'inngest/function.failed',
    data: { error, event, events: [event], function_id: functionId, run_id: runId },
    ts: Date.now(),
    dedupe: true,
  }
  await client.query("SELECT graphile_worker.add_job('event', $1::json)", [JSON.stringify([queued])])
}
