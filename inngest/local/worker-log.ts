import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'

const TOLD: ReadonlySet<string> = new Set(['error'])

/** The queue library's own words, in our log: what is wrong is told, what is usual only when asked for. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const to = TOLD.has(level) ? 'warn' : 'debug'
    log[to]({ meta }, message)
  })
}
