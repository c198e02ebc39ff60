import { type Runner as GraphileRunner, type RunnerOptions, run } from 'graphile-worker'
import type { Logger } from 'pino'
import { z } from 'zod'
import { openPool } from './database'
import { type Executor, execute } from './execute'
import { fire, takeEvents } from './intake'
import { workerLogger } from './worker-log'

export type Worker = {
  ended: Promise<void>
  stop: (graceMs: number) => Promise<void>
}

const POOL_MAX = 10
/** Maximum delay of a job that becomes due while the queue is idle; new jobs are notified. */
const POLL_MS = 500

/** Starts a graphile-worker that executes up to `concurrency` jobs at a time. */
export async function startWorker(connectionString: string, concurrency: number, executor: Executor): Promise<Worker> {
  // Our own pool, because the library's pool removes its error listeners before it has closed its connections.
  const pool = openPool({ connectionString, max: POOL_MAX, connectionTimeoutMillis: 10_000 })
  const options: RunnerOptions = {
    pgPool: pool,
    noHandleSignals: true,
    preset: {
      worker: {
        concurrentJobs: concurrency,
        pollInterval: POLL_MS,
        // One poll for all slots instead of one each.
        localQueue: { size: concurrency },
        // Batched, so that a lost database ends the worker and not the process.
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
  // Connections that are still in use are closed when they are released.
  const closed = ended.then(() => pool.end())
  return { ended: closed, stop: (graceMs) => stop(runner, graceMs, executor.log) }
}

async function stop(runner: GraphileRunner, graceMs: number, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs)
  })
  // A worker that ended by itself rejects `stop()`; its log has the reason.
  const stopped = runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the job worker was not stopped'))
  await Promise.race([stopped, patience])
  clearTimeout(timer)
}
