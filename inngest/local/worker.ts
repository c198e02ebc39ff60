import { type Runner as GraphileRunner, type RunnerOptions, run } from 'graphile-worker'
import type { Logger } from 'pino'
import { z } from 'zod'
import { openPool } from './database'
import { type Executor, execute } from './execute'
import { fire, takeEvents } from './intake'
import { workerLogger } from './worker-log'

export type Worker = {
  /** Settles when it ended, for whatever reason. */
  ended: Promise<void>
  /** Takes no more jobs, and waits so long for those under way. */
  stop: (graceMs: number) => Promise<void>
}

const POOL_MAX = 10
/** How late a job may be whose time comes while nothing else happens; new jobs are announced. */
const POLL_MS = 500

/** The queue's side: hands its jobs to us, `concurrency` at a time. */
export async function startWorker(connectionString: string, concurrency: number, executor: Executor): Promise<Worker> {
  // Ours, because the library's own stops listening for broken connections before it has closed them.
  const pool = openPool({ connectionString, max: POOL_MAX, connectionTimeoutMillis: 10_000 })
  const options: RunnerOptions = {
    pgPool: pool,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: POLL_MS,
        // One poll for all of us instead of one each.
        localQueue: { size: concurrency },
        // In batches, because that way a database that is gone ends the worker and not the process.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    logger: workerLogger(executor.log),
    taskList: {
      event: async (payload) => takeEvents(executor, payload),
      execute: async (payload) => execute(executor, z.object({ runId: z.string() }).parse(payload).runId),
      cron: async (payload, { job }) => fire(executor, payload, job.run_at),
    },
  }
  const runner = await run(options).catch(async (error: unknown) => {
    await pool.end()
    throw error
  })
  const ended = runner.promise.catch((error: unknown) => executor.log.warn({ err: error }, 'the job worker ended'))
  // Connections that are still lent, to whatever a broken one left behind, are closed when they come back.
  const closed = ended.then(() => pool.end())
  return { ended: closed, stop: (graceMs) => stop(runner, graceMs, executor.log) }
}

async function stop(runner: GraphileRunner, graceMs: number, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs)
  })
  // One that ended by itself refuses to be stopped; its own log said why.
  const stopped = runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the job worker was not stopped'))
  await Promise.race([stopped, patience])
  clearTimeout(timer)
}
