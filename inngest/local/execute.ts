import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { JobFunction } from './functions'
import { type Call, callFunction, type Endpoint, type Op, type Reply } from './protocol'
import { endRun, markCalling, parkRun, queueExecution, type Run, recordProgress, resultsOf, takeRun } from './runs'
import type { Slots } from './slots'

export type Executor = {
  pool: Pool
  endpoint: Endpoint
  functions: ReadonlyMap<string, JobFunction>
  slots: Slots
  /** The pause after the nth failed try of a step, ms. */
  backoffMs: (attempt: number) => number
  log: Logger
}

/** The app does not answer, for instance because it is just starting: that is no failure of the step. */
const UNREACHABLE_PAUSE_MS = 500

/** Inngest's own pauses between tries, with up to half of it more by chance. */
export function defaultBackoffMs(attempt: number): number {
  const seconds = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200][Math.min(attempt, 9)] ?? 7200
  return seconds * 1000 * (1 + Math.random() / 2)
}

/** One job of the queue: takes the run as far as it goes without waiting. */
export async function execute(executor: Executor, runId: string): Promise<void> {
  const { pool, functions, slots } = executor
  const run = await takeRun(pool, runId, (id) => functions.get(id)?.maxAttempts ?? 1)
  if (!run) return
  const job = functions.get(run.functionId)
  if (!job) return endRun(pool, run, 'failed', { message: `There is no function ${run.functionId} any more.` })

  const place = slots.take(job, run.event, run.id)
  if ('next' in place) {
    await parkRun(pool, run)
    for (const next of place.next) await queueExecution(pool, next, null)
    return
  }
  try {
    while (await advance(executor, job, run)) executor.log.trace({ runId, attempt: run.attempt }, 'the run goes on')
  } finally {
    for (const next of slots.release(place.taken)) await queueExecution(pool, next, null)
  }
}

/** One call of the app. @returns whether to go on at once. */
async function advance(executor: Executor, job: JobFunction, run: Run): Promise<boolean> {
  if (!(await markCalling(executor.pool, run))) return false
  const results = await resultsOf(executor.pool, run.id)
  const call: Call = {
    functionId: job.id,
    runId: run.id,
    event: run.event,
    results,
    attempt: run.attempt,
    maxAttempts: job.maxAttempts,
  }
  const reply = await callFunction(executor.endpoint, call)
  if (reply.kind !== 'ops') return settle(executor, job, run, reply)
  const planned = reply.ops.filter(({ op }) => op === 'StepPlanned')
  if (planned.length === 0) return apply(executor, job, run, reply)
  // Parallel steps run one after another: the same results, in the order in which they are written.
  for (const { id } of planned) {
    const one = await callFunction(executor.endpoint, { ...call, target: id })
    const goesOn = one.kind === 'ops' ? await apply(executor, job, run, one) : await settle(executor, job, run, one)
    if (!goesOn) return false
  }
  return true
}

/** The function itself answered: done, failed for now, or failed for good. */
async function settle(
  executor: Executor,
  job: JobFunction,
  run: Run,
  reply: Exclude<Reply, { kind: 'ops' }>,
): Promise<boolean> {
  const { pool, log } = executor
  if (reply.kind === 'completed') {
    await endRun(pool, run, 'completed', reply.output)
    return false
  }
  if (reply.kind === 'unreachable') {
    log.warn({ runId: run.id, functionId: job.id, reason: reply.reason }, 'the job endpoint did not answer')
    await recordProgress(pool, run, { attempt: run.attempt, resumeAt: new Date(Date.now() + UNREACHABLE_PAUSE_MS) })
    return false
  }
  return failed(executor, job, run, reply)
}

async function failed(
  { pool, log, backoffMs }: Executor,
  job: JobFunction,
  run: Run,
  { error, isFinal, retryAt }: { error: unknown; isFinal: boolean; retryAt: Date | undefined },
): Promise<boolean> {
  const isLast = isFinal || run.attempt >= job.maxAttempts - 1
  log[isLast ? 'error' : 'warn'](
    { runId: run.id, functionId: job.id, attempt: run.attempt, failure: error },
    isLast ? 'a job failed for good' : 'a job failed and is tried again',
  )
  if (isLast) await endRun(pool, run, 'failed', error)
  else
    await recordProgress(pool, run, {
      attempt: run.attempt + 1,
      resumeAt: retryAt ?? new Date(Date.now() + backoffMs(run.attempt)),
    })
  return false
}

/** What one step came to. @returns whether to go on at once. */
async function apply(
  executor: Executor,
  job: JobFunction,
  run: Run,
  reply: Extract<Reply, { kind: 'ops' }>,
): Promise<boolean> {
  const [op, ...more] = reply.ops
  if (!op || more.length > 0)
    return unsupported(executor, run, `${reply.ops.length} steps at once that are not plain steps`)
  switch (op.op) {
    case 'StepRun':
    case 'Step':
      return remember(executor, run, op, { data: op.data ?? null })
    case 'StepFailed':
      return remember(executor, run, op, { error: op.error })
    case 'StepError':
      return failed(executor, job, run, { error: op.error, isFinal: false, retryAt: reply.retryAt })
    case 'Sleep':
      await recordProgress(executor.pool, run, {
        results: [{ hash: op.id, result: null }],
        attempt: 0,
        resumeAt: endOfSleep(op),
      })
      return false
    default:
      return unsupported(executor, run, `the step ${op.name ?? op.id} of kind ${op.op}`)
  }
}

async function remember({ pool }: Executor, run: Run, op: Op, result: unknown): Promise<boolean> {
  run.attempt = 0
  return recordProgress(pool, run, { results: [{ hash: op.id, result }], attempt: 0 })
}

/** Loudly, and for good: an Inngest server is needed for this. */
async function unsupported({ pool, log }: Executor, run: Run, what: string): Promise<boolean> {
  log.error({ runId: run.id, functionId: run.functionId, what }, 'the embedded runner cannot do this')
  await endRun(pool, run, 'failed', { message: `The embedded runner cannot do ${what}; use an Inngest server.` })
  return false
}

const UNIT_MS = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const

/** A duration such as `1d2h`, or an ISO date, in the step's name. */
function endOfSleep({ name }: Op): Date {
  const text = name ?? ''
  if (/^(\d+[wdhms])+$/.test(text)) {
    const parts = [...text.matchAll(/(\d+)([wdhms])/g)]
    return new Date(
      Date.now() +
        parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS], 0),
    )
  }
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new Error(`not a time to sleep until: ${text}`)
  return at
}
