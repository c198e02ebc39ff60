import type { Pool } from 'pg'
import type { Run } from './runs'

export type Results = { hash: string; result: unknown }[]

export type State = {
  attempt: number
  isDue: boolean
  isCalling: boolean
  results: Results
}

/** Outcome of a call: an optional step result, and the next call, no sooner than `dueAt`. */
export type Change = { result?: Results[number]; attempt: number; dueAt?: Date }

/** @returns null if the run was taken over or has ended */
export async function readState(pool: Pool, run: Run): Promise<State | null> {
  const { rows } = await pool.query<State>(
    `SELECT attempt, due_at <= clock_timestamp() AS "isDue", calling AS "isCalling",
       coalesce((SELECT json_agg(json_build_object('hash', hash, 'result', result) ORDER BY position)
         FROM inngest_local.step s WHERE s.run_id = run.id), '[]') AS results
     FROM inngest_local.run WHERE id = $1 AND token = $2 AND status = 'running'`,
    [run.id, run.token],
  )
  return rows[0] ?? null
}

/** Marks calls as in progress, until one has to wait. @returns false if the run was taken over or has ended */
export async function beginCalls(pool: Pool, run: Run): Promise<boolean> {
  const { rowCount } = await pool.query(
    "UPDATE inngest_local.run SET calling = true WHERE id = $1 AND token = $2 AND status = 'running'",
    [run.id, run.token],
  )
  return rowCount === 1
}

/** Records the outcome of a call and queues the follow-up job; does nothing if the run was taken over or has ended. */
export async function record(pool: Pool, run: Run, { result, attempt, dueAt }: Change): Promise<void> {
  await pool.query(
    `WITH held AS (
       UPDATE inngest_local.run
       SET attempt = $3, calling = calling AND $4::timestamptz IS NULL, due_at = coalesce($4, due_at)
       WHERE id = $1 AND token = $2 AND status = 'running' RETURNING id),
     kept AS (
       INSERT INTO inngest_local.step (run_id, hash, result)
       SELECT id, $5::text, $6::jsonb FROM held WHERE $5 IS NOT NULL ON CONFLICT DO NOTHING)
     SELECT graphile_worker.add_job('execute', json_build_object('runId', id), run_at => $4) FROM held WHERE $4 IS NOT NULL`,
    [run.id, run.token, attempt, dueAt ?? null, result?.hash ?? null, JSON.stringify(result?.result ?? null)],
  )
}
