import { Logger as WorkerLogger } from 'graphile-worker'
import type { Logger } from 'pino'

const TOLD: ReadonlySet<string> = new Set(['error'])

/** Logs graphile-worker's errors as warnings, and everything else at debug level. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const to = TOLD.has(level) ? 'warn' : 'debug'
    log[to]({ meta }, message)
  })
}
