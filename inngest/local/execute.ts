import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { queueExecution } from './database'
import type { JobFunction } from './functions'
import { beginCalls, readState, record } from './progress'
import { callFunction, type Endpoint, type Reply } from './protocol'
import { readStep, type StepOutcome, UnsupportedStep } from './read-step'
import { endRun, parkRun, type Run, takeRun } from './runs'
import type { Slots } from './slots'

export type Executor = {
  pool: Pool
  endpoint: Endpoint
  functions: ReadonlyMap<string, JobFunction>
  slots: Slots
  /** Runs that this process executes; true: execute again, because another job for the run arrived meanwhile. */
  executing: Map<string, boolean>
  /** Backoff after the nth failed attempt of a step, ms. */
  backoffMs: (attempt: number) => number
  log: Logger
}

/** Pause after a refused connection (the app is starting or stopping), which does not count as a failed attempt. */
const REFUSED_PAUSE_MS = 1000

/** Inngest's own backoff, with up to 50 % jitter. */
export function defaultBackoffMs(attempt: number): number {
  const seconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200][Math.min(attempt, 9)] ?? 7200
  return seconds * 1000 * (1 + Math.random() / 2)
}

/**
 * Executes one queue job: advances the run until it must wait. Duplicate or early jobs do nothing; a job that arrives during an execution
 * makes it run once more.
 */
export async function execute(executor: Executor, runId: string): Promise<void> {
  const { executing } = executor
  if (executing.has(runId)) {
    executing.set(runId, true)
    return
  }
  try {
    do {
      executing.set(runId, false)
      await takeTurn(executor, runId)
    } while (executing.get(runId))
  } finally {
    executing.delete(runId)
  }
}

async function takeTurn(executor: Executor, runId: string): Promise<void> {
  const { pool, functions, slots } = executor
  let isParked = false
  try {
    const run = await takeRun(pool, runId, (id) => functions.get(id)?.maxAttempts ?? 1)
    if (!run) return
    const job = functions.get(run.functionId)
    if (!job) return await fail(executor, run, { name: 'Error', message: `There is no ${run.functionId} any more.` })
    if (!run.isDue) return
    isParked = !slots.take(job, run.event, run.id)
    if (isParked) return await parkRun(pool, run)
    while (await advance(executor, job, run));
  } finally {
    // Also if the run held no slot: slots may have been reserved for it when there was nothing left to do.
    if (!isParked) for (const waiting of slots.release(runId)) await queueExecution(pool, waiting)
  }
}

/** Calls the function, up to the end of its next step. @returns false if the run is not due, has ended, or was taken over */
async function advance(executor: Executor, job: JobFunction, run: Run): Promise<boolean> {
  const { pool, endpoint } = executor
  const state = await readState(pool, run)
  if (!state?.isDue) return false
  if (!state.isCalling && !(await beginCalls(pool, run))) return false
  const { attempt, results } = state
  const { maxAttempts } = job
  const reply = await callFunction(endpoint, {
    functionId: job.id,
    runId: run.id,
    event: run.event,
    results,
    attempt,
    maxAttempts,
  })
  await settle(executor, job, run, attempt, reply)
  return true
}

async function settle(executor: Executor, job: JobFunction, run: Run, attempt: number, reply: Reply): Promise<void> {
  switch (reply.kind) {
    case 'completed':
      return await endRun(executor.pool, run, { status: 'completed', output: reply.output })
    case 'refused':
      return await again(executor, run, attempt, REFUSED_PAUSE_MS)
    case 'unreachable':
      return await failed(executor, job, run, attempt, { error: { name: 'Unreachable', message: reply.reason } })
    case 'failed':
      return await failed(executor, job, run, attempt, reply)
    case 'ops': {
      const step = await understand(executor, run, reply)
      if (step?.kind === 'failed') await failed(executor, job, run, attempt, { ...step, retryAt: reply.retryAt })
      if (step?.kind === 'ended') await goOn(executor, run, step)
    }
  }
}

/** @returns null if the run needs a feature of a real server; the run has then failed */
async function understand(
  executor: Executor,
  run: Run,
  { ops }: Extract<Reply, { kind: 'ops' }>,
): Promise<StepOutcome | null> {
  try {
    return readStep(ops)
  } catch (error) {
    if (!(error instanceof UnsupportedStep)) throw error
    // Fails permanently: a retry would not help.
    const about = { runId: run.id, functionId: run.functionId, what: error.message }
    executor.log.error(about, 'the embedded runner cannot do this')
    await fail(executor, run, {
      name: 'UnsupportedStep',
      message: `The embedded runner cannot do ${error.message}; use an Inngest server.`,
    })
    return null
  }
}

type Failure = { error: unknown; isFinal?: boolean; retryAt?: Date | undefined }

async function failed(
  executor: Executor,
  job: JobFunction,
  run: Run,
  attempt: number,
  { error, isFinal = false, retryAt }: Failure,
): Promise<void> {
  const isLast = isFinal || attempt >= job.maxAttempts - 1
  executor.log[isLast ? 'error' : 'warn'](
    { runId: run.id, functionId: job.id, attempt, failure: error },
    isLast ? 'a job failed for good' : 'a job failed and is tried again',
  )
  if (isLast) return await fail(executor, run, error)
  const pauseMs = retryAt ? retryAt.getTime() - Date.now() : executor.backoffMs(attempt)
  await again(executor, run, attempt + 1, pauseMs)
}

async function again({ pool }: Executor, run: Run, attempt: number, pauseMs: number): Promise<void> {
  await record(pool, run, { attempt, dueAt: new Date(Date.now() + Math.max(pauseMs, 0)) })
}

async function goOn({ pool }: Executor, run: Run, step: Extract<StepOutcome, { kind: 'ended' }>): Promise<void> {
  const { hash, result, until } = step
  await record(pool, run, { result: { hash, result }, attempt: 0, ...(until === undefined ? {} : { dueAt: until }) })
}

async function fail({ pool }: Executor, run: Run, error: unknown): Promise<void> {
  await endRun(pool, run, { status: 'failed', output: error })
}
