import pino from 'pino'
import { env } from './env'

/** How long the log counts as failing after a line that was lost. */
const FAILING_MS = 60_000
/** Next gives routes and jobs modules of their own; the process has one log. */
const held = globalThis as { cfsLogLostAt?: number }

const destination = pino.destination({ dest: 1, sync: true })
// On a full disk for one. Unhandled, it would be thrown where the line was written, in the middle of a request.
destination.on('error', () => {
  held.cfsLogLostAt = performance.now()
})

/** Whether lines of the log were lost within the last minute. */
export function isLogFailing(): boolean {
  return held.cfsLogLostAt !== undefined && performance.now() - held.cfsLogLostAt < FAILING_MS
}

const OPTIONS: pino.LoggerOptions = {
  level: env.logLevel,
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: [
      'key',
      'secret',
      'password',
      'token',
      '*.key',
      '*.secret',
      '*.password',
      '*.token',
      'headers.authorization',
      'headers["x-api-key"]',
      'headers.cookie',
    ],
    censor: '[secret]',
  },
}

/** One JSON line per entry, object first: `log.info({ deliveryId }, 'delivered')`. Secrets never reach the line. */
export const log = pino(OPTIONS, destination)
