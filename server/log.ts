import pino from 'pino'
import { env } from './env'

const FAILING_MS = 60_000
/** Next loads modules separately for routes and jobs; the process shares one log. */
const held = globalThis as { cfsLogLostAt?: number }

const destination = pino.destination({ dest: 1, sync: true })
// For example on a full disk. Unhandled, it would be thrown at the log call in the middle of a request.
destination.on('error', () => {
  held.cfsLogLostAt = performance.now()
})

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

/** One JSON line per entry, object first: `log.info({ deliveryId }, 'delivered')`. Secrets are redacted. */
export const log = pino(OPTIONS, destination)
