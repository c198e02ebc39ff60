import { eventType, Inngest, staticSchema } from 'inngest'
import { env } from '@/server/env'
import type { JobEvents, WakeEvent } from '@/server/jobs/events'
import { log } from '@/server/log'
import { Breaker } from './breaker'
import { sdkLog } from './sdk-log'

/* Leaf module: the Inngest client, and typed triggers for the events of server/jobs/events.ts. */

export function jobEvent<Name extends keyof JobEvents>(name: Name) {
  return eventType(name, { schema: staticSchema<JobEvents[Name]>() })
}

/** A server that accepts the connection but never answers must not block a request. */
const SEND_TIMEOUT_MS = 2000
const WAKE_TIMEOUT_MS = 2500

export const inngest = new Inngest({
  id: 'customer-feedback-service',
  isDev: env.inngest.dev,
  signingKey: env.inngest.signingKey,
  ...(env.inngest.signingKeyFallback === undefined ? {} : { signingKeyFallback: env.inngest.signingKeyFallback }),
  // Errors of our functions are logged with stacks; the SDK's own messages without.
  logger: log,
  internalLogger: sdkLog,
  ...(env.jobs === 'embedded'
    ? { eventKey: 'embedded', baseUrl: 'http://embedded.invalid', fetch: embeddedFetch }
    : { ...(env.inngest.eventKey === undefined ? {} : { eventKey: env.inngest.eventKey }), fetch: impatientFetch }),
})

/** Only for an Inngest server: the embedded queue is in the same database as the rows. */
const breaker = new Breaker()

/**
 * Signals workers that rows were committed. Never throws, and takes at most 2.5 s: if the signal is lost, the row stays and the sweep
 * signals it within minutes.
 * @returns whether the events were accepted
 */
export async function wakeAll(events: readonly WakeEvent[]): Promise<boolean> {
  if (events.length === 0) return true
  const isServer = env.jobs === 'inngest'
  if (isServer && !breaker.admits()) return false
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${WAKE_TIMEOUT_MS} ms`)), WAKE_TIMEOUT_MS)
  })
  try {
    await Promise.race([inngest.send([...events]), tooLate])
    if (isServer) breaker.succeeded()
    return true
  } catch (error) {
    const silentMs = isServer ? breaker.failed() : undefined
    // Concurrent calls that hit the same failure log one line.
    if (silentMs !== null)
      log.warn({ err: error, events: events.length, silentMs }, 'the jobs were not woken; the sweep will')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs `work`, which signals jobs. With an Inngest server it runs after the response was sent (also on serverless platforms); outside a
 * request, or with the embedded queue, immediately.
 */
export async function afterAnswer(work: () => Promise<void>): Promise<void> {
  if (env.jobs === 'embedded') return work()
  // Imported lazily: programs outside Next have no requests, and may lack the package.
  const { after } = await import('next/server')
  try {
    after(work)
  } catch {
    // Not in a request: a job or a command.
    await work()
  }
}

async function embeddedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.pathname.startsWith('/e/')) return Response.json({ error: 'there is no Inngest server' }, { status: 404 })
  // Loaded only here: a deployment with an Inngest server never needs the queue library.
  const { acceptEvents } = await import('./local/events')
  const request = new Request(input, init)
  // Constant across retries of a request, for idempotency.
  const seed = request.headers.get('x-inngest-event-id-seed')
  const ids = await acceptEvents(env.directDatabaseUrl, await request.json(), seed)
  return Response.json({ ids, status: 200 })
}

/** Applies a timeout and the breaker to sending events; other SDK requests pass unchanged. */
async function impatientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (!pathname.startsWith('/e/')) return fetch(input, init)
  // The SDK itself retries five times.
  if (breaker.isOpen) throw new Error('the Inngest server is left alone for a while')
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}
