import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { openPool } from './database'
import { defaultBackoffMs, type Executor } from './execute'
import { type JobFunction, readFunctions } from './functions'
import { announceStart, planSchedules } from './intake'
import { Leadership } from './leadership'
import { sync, type Transport } from './protocol'
import { Slots } from './slots'
import { releaseParked, removeOldRuns, requeueLost } from './upkeep'
import { startWorker } from './worker'

export type RunnerOptions = {
  connectionString: string
  serveUrl: string
  signingKey: string
  call: Transport
  concurrency?: number
  backoffMs?: (attempt: number) => number
  /** Interval for re-reading the functions while the code may change (development). */
  resyncMs?: number
  log: Logger
  onReady?: (isReady: boolean) => void
  onLead?: (isLeading: boolean) => void
}

export type Runner = {
  ready: Promise<void>
  /** Gives up leadership, after a few seconds of grace for running jobs. */
  stop: () => Promise<void>
}

/** More than the functions' limits together, which leaves room for events, sweeps and notifications. */
const DEFAULT_CONCURRENCY = 300
const SYNC_PAUSE_MS = 250
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const STOP_GRACE_MS = 5000
/** Grace period after the database is lost: running calls end on their own. */
const LOST_GRACE_MS = 500

/**
 * Runs the app's Inngest functions on this machine. Of all processes that start a runner on the same database, one leads and executes;
 * another takes over when it ends.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { connectionString, log } = options
  const pool = openPool({ connectionString, max: 10, connectionTimeoutMillis: 10_000 })
  // The executor outlives a term: a running call ends and is recorded although leadership was lost.
  const executor = { ...createExecutor(options), pool }
  let becomeReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve
  })
  let wasReady = false
  const tell = (isReady: boolean) => {
    if (isReady !== wasReady) options.onReady?.(isReady)
    wasReady = isReady
    if (isReady) becomeReady()
  }
  let isStopping = false
  let endTerm: ((graceMs: number) => Promise<void>) | null = null
  const leadership = new Leadership({
    connectionString,
    log,
    onGained: async () => {
      endTerm = await beginTerm(options, executor, leadership)
      options.onLead?.(true)
      tell(true)
    },
    onLost: async () => {
      options.onLead?.(false)
      tell(false)
      await endTerm?.(isStopping ? STOP_GRACE_MS : LOST_GRACE_MS)
      endTerm = null
    },
    onStandby: () => tell(true),
    onCutOff: () => tell(false),
  })
  leadership.start()
  return {
    ready,
    stop: async () => {
      isStopping = true
      await leadership.stop()
      await pool.end()
    },
  }
}

function createExecutor({ serveUrl, signingKey, call, backoffMs = defaultBackoffMs, log }: RunnerOptions) {
  return {
    endpoint: { url: serveUrl, signingKey, send: call },
    functions: new Map<string, JobFunction>(),
    slots: new Slots(),
    executing: new Map<string, boolean>(),
    backoffMs,
    log,
  }
}

type Executing = Executor & { functions: Map<string, JobFunction> }

/** @returns a function that ends the term */
async function beginTerm(
  options: RunnerOptions,
  executor: Executing,
  leadership: Leadership,
): Promise<(graceMs: number) => Promise<void>> {
  const { connectionString, concurrency = DEFAULT_CONCURRENCY, resyncMs, log } = options
  await forgetLocks(executor.pool)
  await learnFunctions(executor, leadership)
  await planSchedules(executor)
  await releaseParked(executor)
  await announceStart(executor)
  const worker = await startWorker(connectionString, concurrency, executor)
  let isOver = false
  void worker.ended.then(() => isOver || leadership.resign())
  const regularly = (ms: number, work: () => Promise<void>) =>
    setInterval(() => void work().catch((error: unknown) => log.warn({ err: error }, 'upkeep of the jobs failed')), ms)
  const timers = [
    regularly(MINUTE_MS, () => requeueLost(executor)),
    regularly(HOUR_MS, () => removeOldRuns(executor.pool)),
    ...(resyncMs === undefined ? [] : [regularly(resyncMs, () => relearn(executor))]),
  ]
  log.info({ functions: [...executor.functions.keys()] }, 'the job runner executes')
  return async (graceMs) => {
    isOver = true
    for (const timer of timers) clearInterval(timer)
    await worker.stop(graceMs)
  }
}

/** Locks of a killed worker last four hours; only the leader executes, so any remaining lock is stale. */
async function forgetLocks(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM graphile_worker.jobs WHERE locked_by IS NOT NULL HAVING count(*) > 0`,
  )
}

/**
 * Waits for the app to answer: at startup the web server starts concurrently.
 * @throws {Error} naming the unsupported options
 */
async function learnFunctions(executor: Executing, leadership: Leadership): Promise<void> {
  for (;;) {
    const synced = await sync(executor.endpoint).catch((error: unknown) => {
      if (!leadership.isHeld) throw error
      return null
    })
    if (synced !== null) return replace(executor.functions, readFunctions(synced))
    await new Promise((resolve) => {
      setTimeout(resolve, SYNC_PAUSE_MS)
    })
  }
}

async function relearn(executor: Executing): Promise<void> {
  const describeCrons = () => JSON.stringify([...executor.functions.values()].map(({ id, crons }) => [id, crons]))
  const before = describeCrons()
  replace(executor.functions, readFunctions(await sync(executor.endpoint)))
  if (describeCrons() !== before) await planSchedules(executor)
}

function replace(functions: Map<string, JobFunction>, next: readonly JobFunction[]): void {
  functions.clear()
  for (const job of next) functions.set(job.id, job)
}
