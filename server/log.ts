import pino from 'pino'
import { env } from './env'
import { oncePerProcess } from './process-state'

const FAILING_MS = 60_000
const state = oncePerProcess('log', (): { lostAt?: number } => ({}))

const destination = pino.destination({ dest: 1, sync: true })
// For example on a full disk. Unhandled, it would be thrown at the log call in the middle of a request.
destination.on('error', () => {
  state.lostAt = performance.now()
})

export function isLogFailing(): boolean {
  return state.lostAt !== undefined && performance.now() - state.lostAt < FAILING_MS
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

export const log = pino(OPTIONS, destination)
