import { runMigrations, run as runWorker, type Runner as Worker } from 'graphile-worker'
import { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'
import { defaultBackoffMs, type Executor, execute } from './execute'
import { type JobEvent, type JobFunction, readFunctions } from './functions'
import { Leadership } from './leadership'
import { type Endpoint, sync, type Transport } from './protocol'
import { inTransaction, releaseParked, removeOldRuns, startRun } from './runs'
import { Schedules } from './schedules'
import { Slots } from './slots'
import { workerLogger } from './worker-log'

export type RunnerOptions = {
  connectionString: string
  /** Where the app serves its functions, on loopback. */
  serveUrl: string
  signingKey: string
  call: Transport
  /** Jobs at once; most of them wait for somebody else's server. */
  concurrency?: number
  backoffMs?: (attempt: number) => number
  /** Ask again for the functions while they may change under us. */
  resyncMs?: number
  log: Logger
  onReady?: (isReady: boolean) => void
}

export type Runner = { stop: () => Promise<void> }

const DEFAULT_CONCURRENCY = 60
const WORKER_POOL_MAX = 10
const SYNC_PAUSE_MS = 250
const HOUR_MS = 3_600_000

/**
 * Runs the app's Inngest functions on this machine. Of all processes that start one on the same database, one executes;
 * the others take over when it ends, without having to be told.
 */
export function startRunner(options: RunnerOptions): Runner {
  const { log, onReady } = options
  let active: Active | null = null
  const leadership = new Leadership({
    connectionString: options.connectionString,
    log,
    onGained: async () => {
      active = await activate(options, () => leadership.isHeld)
      onReady?.(true)
    },
    onLost: async () => {
      onReady?.(false)
      await active?.stop()
      active = null
    },
    onStandby: () => onReady?.(true),
  })
  leadership.start()
  return { stop: () => leadership.stop() }
}

type Active = { stop: () => Promise<void> }

async function activate(options: RunnerOptions, isLeader: () => boolean): Promise<Active> {
  const { connectionString, log } = options
  const pool = new Pool({ connectionString, max: 10, connectionTimeoutMillis: 10_000 })
  pool.on('error', (error) => log.warn({ err: error }, 'the job runner lost an idle database connection'))
  const functions = new Map<string, JobFunction>()
  const endpoint: Endpoint = { url: options.serveUrl, signingKey: options.signingKey, send: options.call }
  const executor: Executor = {
    pool,
    endpoint,
    functions,
    slots: new Slots(),
    backoffMs: options.backoffMs ?? defaultBackoffMs,
    log,
  }
  try {
    await runMigrations({ connectionString })
    await forgetLocks(pool)
    await releaseParked(pool)
    await learnFunctions(endpoint, functions, isLeader)
  } catch (error) {
    await pool.end()
    throw error
  }
  const worker = await runWorker({
    // A pool of its own: it knows best what to do when a connection breaks.
    connectionString,
    maxPoolSize: WORKER_POOL_MAX,
    concurrency: options.concurrency ?? DEFAULT_CONCURRENCY,
    noHandleSignals: true,
    pollInterval: 1000,
    logger: workerLogger(log),
    taskList: {
      event: async (payload) => startRunsFor(executor, payload),
      execute: async (payload) => execute(executor, z.object({ runId: z.string() }).parse(payload).runId),
    },
  })
  // It ends when it is stopped; that it ended otherwise is told by its own log.
  worker.promise.catch((error: unknown) => log.warn({ err: error }, 'the job worker ended'))
  const schedules = new Schedules(functions, (functionId, event) => fire(pool, functionId, event), log)
  const timers = [
    setInterval(
      () => void removeOldRuns(pool).catch((error: unknown) => log.warn({ err: error }, 'old runs were not removed')),
      HOUR_MS,
    ),
    ...(options.resyncMs === undefined
      ? []
      : [setInterval(() => void relearn(endpoint, functions, log), options.resyncMs)]),
  ]
  log.info({ functions: [...functions.keys()] }, 'the job runner executes')
  return { stop: () => deactivate(worker, schedules, timers, pool, log) }
}

async function deactivate(
  worker: Worker,
  schedules: Schedules,
  timers: NodeJS.Timeout[],
  pool: Pool,
  log: Logger,
): Promise<void> {
  schedules.stop()
  for (const timer of timers) clearInterval(timer)
  try {
    await worker.stop()
  } catch (error) {
    log.warn({ err: error }, 'the job worker did not stop cleanly')
  }
  await pool.end()
}

/** The lock of a worker that was killed lasts four hours; we alone lead, so whoever still holds one is dead. */
async function forgetLocks(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT graphile_worker.force_unlock_workers(array_agg(DISTINCT locked_by))
     FROM graphile_worker.jobs WHERE locked_by IS NOT NULL HAVING count(*) > 0`,
  )
}

/** Waits for the app to answer: at the start the web server comes up beside us. */
async function learnFunctions(
  endpoint: Endpoint,
  functions: Map<string, JobFunction>,
  isLeader: () => boolean,
): Promise<void> {
  for (;;) {
    let synced: unknown
    try {
      synced = await sync(endpoint)
    } catch (error) {
      if (!isLeader()) throw error
      await new Promise((resolve) => {
        setTimeout(resolve, SYNC_PAUSE_MS)
      })
      continue
    }
    replace(functions, readFunctions(synced))
    return
  }
}

async function relearn(endpoint: Endpoint, functions: Map<string, JobFunction>, log: Logger): Promise<void> {
  try {
    replace(functions, readFunctions(await sync(endpoint)))
  } catch (error) {
    log.warn({ err: error }, 'the functions could not be read again')
  }
}

function replace(functions: Map<string, JobFunction>, next: readonly JobFunction[]): void {
  functions.clear()
  for (const job of next) functions.set(job.id, job)
}

const Event = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  ts: z.number(),
  dedupe: z.boolean(),
})

/** One event starts one run of every function that it triggers, all in one transaction. */
async function startRunsFor({ pool, functions }: Executor, payload: unknown): Promise<void> {
  const { dedupe, ...event } = Event.parse(payload)
  const woken = [...functions.values()].filter((job) =>
    job.events.some(({ name, matches }) => name === event.name && matches(event)),
  )
  await inTransaction(pool, async (client) => {
    for (const job of woken) await startRun(client, job.id, event, dedupe ? `event:${event.id}` : null)
  })
}

async function fire(pool: Pool, functionId: string, event: JobEvent): Promise<void> {
  await inTransaction(pool, (client) => startRun(client, functionId, event, `cron:${event.id}`))
}
