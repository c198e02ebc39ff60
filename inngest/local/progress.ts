import type { Pool, PoolClient } from 'pg'
import { inTransaction, queueExecution } from './database'
import type { JobEvent } from './functions'
import { type Run, resolveStep, startRun } from './runs'

/*
 * How far a run is: the results of its steps, and the steps that have none yet.
 */

export type OpenStep = { hash: string; kind: 'step' | 'sleep' | 'wait' | 'invoke'; attempt: number; isDue: boolean }

/** In the order in which the steps ended. */
export type Results = { hash: string; result: unknown }[]

export type State = {
  /** Of the next call of the function, and whether its time has come. */
  attempt: number
  isDue: boolean
  isCalling: boolean
  open: OpenStep[]
  results: Results
}

/** A step that was found, and what will give it its result. */
export type Opening =
  | { kind: 'step'; hash: string }
  | { kind: 'sleep'; hash: string; dueAt: Date }
  | { kind: 'wait'; hash: string; dueAt: Date; eventName: string; expression: string | null }
  | { kind: 'invoke'; hash: string; dueAt: Date | null; functionId: string | null; event: JobEvent }

/** What a call of the app came to. */
export type Change = {
  /** Results of steps that ended. */
  results?: Results
  opened?: Opening[]
  /** A planned step that failed and is tried again then. */
  retry?: { hash: string; attempt: number; dueAt: Date }
  /** The function is called again, as this attempt, no sooner than then. */
  call?: { attempt: number; dueAt?: Date }
}

/** @returns null when the run was taken from us, or has ended. */
export async function readState(pool: Pool, run: Run): Promise<State | null> {
  const { rows } = await pool.query<State>(
    `SELECT attempt, due_at <= clock_timestamp() AS "isDue", calling AS "isCalling",
       coalesce((SELECT json_agg(json_build_object('hash', hash, 'kind', kind, 'attempt', o.attempt,
           'isDue', coalesce(o.due_at <= clock_timestamp(), false)) ORDER BY o.due_at, hash)
         FROM inngest_local.open_step o WHERE o.run_id = run.id), '[]') AS open,
       coalesce((SELECT json_agg(json_build_object('hash', hash, 'result', result) ORDER BY position)
         FROM inngest_local.step s WHERE s.run_id = run.id), '[]') AS results
     FROM inngest_local.run WHERE id = $1 AND token = $2 AND status = 'running'`,
    [run.id, run.token],
  )
  return rows[0] ?? null
}

/** Says whether a call is under way. @returns false when the run was taken from us, or has ended. */
export async function markCalling(pool: Pool, run: Run, isCalling: boolean): Promise<boolean> {
  const { rowCount } = await pool.query(
    "UPDATE inngest_local.run SET calling = $3 WHERE id = $1 AND token = $2 AND status = 'running'",
    [run.id, run.token, isCalling],
  )
  return rowCount === 1
}

/**
 * Records what a call came to, with the jobs that follow from it, in one transaction. @returns false when the run was
 * taken from us, or has ended.
 */
export async function record(pool: Pool, run: Run, change: Change): Promise<boolean> {
  const { results = [], opened = [], retry, call } = change
  if (opened.length === 0 && !retry && !call?.dueAt) return giveResults(pool, run, results, call?.attempt)
  return inTransaction(pool, async (client) => {
    if (!(await giveResults(client, run, results, call?.attempt))) return false
    // A call of the function ends here; where planned steps were called, others of them may be under way.
    if (call)
      await client.query('UPDATE inngest_local.run SET calling = false, due_at = coalesce($2, due_at) WHERE id = $1', [
        run.id,
        call.dueAt ?? null,
      ])
    for (const opening of opened) await open(client, run.id, opening)
    if (retry)
      await client.query(
        'UPDATE inngest_local.open_step SET attempt = $3, due_at = $4 WHERE run_id = $1 AND hash = $2',
        [run.id, retry.hash, retry.attempt, retry.dueAt],
      )
    for (const at of [retry?.dueAt, call?.dueAt]) if (at) await queueExecution(client, run.id, at)
    return true
  })
}

/** One statement: this is what most calls come to. */
async function giveResults(
  client: Pool | PoolClient,
  run: Run,
  results: Results,
  attempt: number | undefined,
): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `WITH held AS (
       UPDATE inngest_local.run SET attempt = coalesce($3, attempt)
       WHERE id = $1 AND token = $2 AND status = 'running' RETURNING id),
     given AS (
       SELECT item ->> 'hash' AS hash, item -> 'result' AS result, n
       FROM jsonb_array_elements($4::jsonb) WITH ORDINALITY AS r (item, n)),
     closed AS (
       DELETE FROM inngest_local.open_step o USING held, given WHERE o.run_id = held.id AND o.hash = given.hash),
     kept AS (
       INSERT INTO inngest_local.step (run_id, hash, result)
       SELECT id, hash, coalesce(result, 'null') FROM held, given ORDER BY n ON CONFLICT DO NOTHING)
     SELECT EXISTS (SELECT FROM held) AS "isOurs"`,
    [run.id, run.token, attempt ?? null, JSON.stringify(results)],
  )
  return rows[0]?.isOurs === true
}

/** Ends the sleeps that are over and the waits whose time is up. */
export async function endWaits(pool: Pool, run: Run, over: readonly OpenStep[]): Promise<boolean> {
  return record(pool, run, {
    results: over.map(({ hash, kind }) => ({
      hash,
      result: kind === 'invoke' ? { error: { name: 'Error', message: 'the invoked function took too long' } } : null,
    })),
  })
}

/** A step that is open already stays as it is: a call that is repeated finds it again. */
async function open(client: PoolClient, runId: string, opening: Opening): Promise<void> {
  const dueAt = opening.kind === 'step' ? null : opening.dueAt
  const waits = opening.kind === 'wait' ? opening : null
  const { rowCount } = await client.query(
    `INSERT INTO inngest_local.open_step (run_id, hash, kind, due_at, event_name, expression)
     VALUES ($1, $2, $3::text, CASE WHEN $3::text = 'step' THEN clock_timestamp() ELSE $4 END, $5, $6)
     ON CONFLICT DO NOTHING`,
    [runId, opening.hash, opening.kind, dueAt, waits?.eventName ?? null, waits?.expression ?? null],
  )
  if (rowCount !== 1 || opening.kind === 'step') return
  if (dueAt) await queueExecution(client, runId, dueAt)
  if (opening.kind !== 'invoke') return
  const { functionId, event, hash } = opening
  if (functionId !== null) await startRun(client, { functionId, event, dedupeKey: null, parent: { runId, hash } })
  else await resolveStep(client, runId, hash, { error: { name: 'Error', message: 'there is no such function' } })
}
