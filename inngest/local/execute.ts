import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { queueExecution } from './database'
import type { JobFunction } from './functions'
import { readChange, UnsupportedStep } from './ops'
import { endWaits, markCalling, type OpenStep, readState, record, type State } from './progress'
import { callFunction, type Endpoint, type Reply } from './protocol'
import { endRun, parkRun, type Run, takeRun } from './runs'
import type { Slots } from './slots'

export type Executor = {
  pool: Pool
  endpoint: Endpoint
  functions: ReadonlyMap<string, JobFunction>
  slots: Slots
  /** The runs that this process executes; true: look again, something happened to it meanwhile. */
  executing: Map<string, boolean>
  /** The pause after the nth failed try of a step, ms. */
  backoffMs: (attempt: number) => number
  log: Logger
}

/** Nobody listens, for instance because the app is just starting or ending: that is no failure of the step. */
const REFUSED_PAUSE_MS = 1000
/** Of one run, in a function without limits. */
const PARALLEL_STEPS = 20

/** Inngest's own pauses between tries, with up to half of it more by chance. */
export function defaultBackoffMs(attempt: number): number {
  const seconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200][Math.min(attempt, 9)] ?? 7200
  return seconds * 1000 * (1 + Math.random() / 2)
}

/**
 * One job of the queue: takes the run as far as it goes without waiting. A job too many, or too early, does nothing; one
 * that comes while the run is executed makes that execution look again.
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
    for (let next = await whatNext(executor, run); next; next = await whatNext(executor, run))
      await advance(executor, job, run, next)
  } finally {
    // Also when the run had none: its turn may have come when there was nothing left to do.
    if (!isParked) for (const waiting of slots.release(runId)) await queueExecution(pool, waiting, null)
  }
}

/** The planned steps that are due; none: the function itself is to be called. */
type Todo = { state: State; steps: OpenStep[] }

/** @returns null when there is nothing to do now, or the run is not ours. */
async function whatNext({ pool }: Executor, run: Run): Promise<Todo | null> {
  let state = await readState(pool, run)
  const over = state?.open.filter(({ kind, isDue }) => kind !== 'step' && isDue) ?? []
  if (over.length > 0) state = (await endWaits(pool, run, over)) ? await readState(pool, run) : null
  if (!state) return null
  const steps = state.open.filter(({ kind, isDue }) => kind === 'step' && isDue)
  const isCallDue = state.open.length === 0 && state.isDue
  if (steps.length > 0 || isCallDue) return { state, steps }
  if (state.isCalling) await markCalling(pool, run, false)
  return null
}

/** Calls the app: the function up to its next step, or its planned steps that are due. */
async function advance(executor: Executor, job: JobFunction, run: Run, { state, steps }: Todo): Promise<void> {
  const { pool, endpoint } = executor
  if (!state.isCalling && !(await markCalling(pool, run, true))) return
  const { attempt, results } = state
  const call = { functionId: job.id, runId: run.id, event: run.event, results, maxAttempts: job.maxAttempts }
  if (steps.length === 0) {
    await settle(executor, job, run, await callFunction(endpoint, { ...call, attempt }), { attempt })
    return
  }
  // A run has one place under its limits: there its planned steps take turns.
  await forEachAtOnce(steps, job.limits.length > 0 ? 1 : PARALLEL_STEPS, async (step) => {
    const reply = await callFunction(endpoint, { ...call, attempt: step.attempt, target: step.hash })
    await settle(executor, job, run, reply, { attempt: step.attempt, target: step.hash })
  })
}

type Tried = { attempt: number; target?: string }

/** Records what a call came to. */
async function settle(executor: Executor, job: JobFunction, run: Run, reply: Reply, tried: Tried): Promise<void> {
  const { pool, functions, log } = executor
  if (reply.kind === 'completed') return void (await endRun(pool, run, { status: 'completed', output: reply.output }))
  if (reply.kind === 'refused') return await again(executor, run, tried, tried.attempt, REFUSED_PAUSE_MS)
  if (reply.kind === 'unreachable')
    return await failed(
      executor,
      job,
      run,
      { error: { name: 'Unreachable', message: reply.reason }, isFinal: false },
      tried,
    )
  if (reply.kind === 'failed') return await failed(executor, job, run, reply, tried)

  const failure = reply.ops.find(({ op }) => op === 'StepError')
  if (failure)
    return await failed(executor, job, run, { error: failure.error, isFinal: false, retryAt: reply.retryAt }, tried)
  try {
    const change = readChange(reply.ops, functions)
    await record(pool, run, tried.target === undefined ? { ...change, call: { attempt: 0 } } : change)
  } catch (error) {
    if (!(error instanceof UnsupportedStep)) throw error
    // Loudly, and for good: it would be no different next time.
    log.error({ runId: run.id, functionId: run.functionId, what: error.message }, 'the embedded runner cannot do this')
    await fail(executor, run, {
      name: 'UnsupportedStep',
      message: `The embedded runner cannot do ${error.message}; use an Inngest server.`,
    })
  }
}

type Failure = { error: unknown; isFinal: boolean; retryAt?: Date | undefined }

async function failed(
  executor: Executor,
  job: JobFunction,
  run: Run,
  { error, isFinal, retryAt }: Failure,
  tried: Tried,
): Promise<void> {
  const isLast = isFinal || tried.attempt >= job.maxAttempts - 1
  executor.log[isLast ? 'error' : 'warn'](
    { runId: run.id, functionId: job.id, attempt: tried.attempt, failure: error },
    isLast ? 'a job failed for good' : 'a job failed and is tried again',
  )
  if (isLast) return await fail(executor, run, error)
  const pauseMs = retryAt ? retryAt.getTime() - Date.now() : executor.backoffMs(tried.attempt)
  await again(executor, run, tried, tried.attempt + 1, pauseMs)
}

async function again({ pool }: Executor, run: Run, tried: Tried, attempt: number, pauseMs: number): Promise<void> {
  const dueAt = new Date(Date.now() + Math.max(pauseMs, 0))
  await record(
    pool,
    run,
    tried.target === undefined ? { call: { attempt, dueAt } } : { retry: { hash: tried.target, attempt, dueAt } },
  )
}

async function fail({ pool }: Executor, run: Run, error: unknown): Promise<void> {
  await endRun(pool, run, { status: 'failed', output: error })
}

/** Works on all of them, so many at a time; the first error is thrown once all have ended. */
async function forEachAtOnce<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = [...items]
  const one = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await work(item)
  }
  const ends = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, one))
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken) throw broken.reason
}
