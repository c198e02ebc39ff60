import { eventType, Inngest, type Logger, staticSchema } from 'inngest'
import { env } from '@/server/env'
import type { QueueName } from '@/server/jobs/queue-names'
import { withTimeout } from '@/server/jobs/with-timeout'
import { log } from '@/server/log'
import { CircuitBreaker } from './circuit-breaker'

/* Leaf module: the client of the Inngest server, and its events. */

/** @property at ISO 8601 time to sleep until; absent: run now */
export type QueueEventData = { organizationId: string; at?: string }

const eventName = (queue: QueueName) => `${queue}.due` as const

export function createQueueEventType(queue: QueueName) {
  return eventType(eventName(queue), { schema: staticSchema<QueueEventData>() })
}

const SEND_TIMEOUT_MS = 2000

/** Routes the SDK's log to ours. Unsigned and malformed requests can come from anyone: log one line with the reason, never a stack. */
const sdkLog: Logger = { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('warn') }

export const inngest = new Inngest({
  id: 'customer-feedback-service',
  isDev: env.inngest.dev,
  signingKey: env.inngest.signingKey,
  ...(env.inngest.signingKeyFallback === undefined ? {} : { signingKeyFallback: env.inngest.signingKeyFallback }),
  ...(env.inngest.eventKey === undefined ? {} : { eventKey: env.inngest.eventKey }),
  // Errors of our functions are logged with stacks; the SDK's own messages without.
  logger: log,
  internalLogger: sdkLog,
  fetch: fetchWithTimeout,
})

const breaker = new CircuitBreaker()

/**
 * Sends events; while the server does not answer, only a single probe after each pause.
 * @returns whether they were accepted; a failure is logged
 */
export async function sendEvents(events: { name: QueueName; data: QueueEventData }[]): Promise<boolean> {
  if (events.length === 0) return true
  if (!breaker.allowsCall()) return false
  try {
    await withTimeout(inngest.send(events.map(({ name, data }) => ({ name: eventName(name), data }))))
    breaker.recordSuccess()
    return true
  } catch (error) {
    const silentMs = breaker.recordFailure()
    // Concurrent calls that hit the same failure log one line.
    if (silentMs !== null)
      log.warn({ err: error, events: events.length, silentMs }, 'the Inngest server took no events')
    return false
  }
}

async function fetchWithTimeout(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (!pathname.startsWith('/e/')) return fetch(input, init)
  // The SDK itself retries five times.
  if (breaker.isOpen) throw new Error('the Inngest server is left alone for a while')
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}

function logAt(level: 'debug' | 'info' | 'warn') {
  return (...parts: unknown[]): void => {
    const fields = parts.filter((part) => typeof part === 'object' && part !== null)
    const message = parts.find((part) => typeof part === 'string') ?? 'the jobs were called'
    log[level](Object.assign({}, ...fields.map(withoutStacks)), message)
  }
}

function withoutStacks(fields: object): Record<string, unknown> {
  if (fields instanceof Error) return { reason: fields.message }
  const { err, ...rest } = fields as { err?: unknown }
  if (err === undefined) return rest
  return { ...rest, reason: err instanceof Error ? err.message : JSON.stringify(err) }
}
