import pino from 'pino'
import { env } from './env'

/** One JSON line per entry, object first: `log.info({ deliveryId }, 'delivered')`. Secrets never reach the line. */
export const log = pino({
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
})
