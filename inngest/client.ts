import { eventType, Inngest, staticSchema } from 'inngest'
import { env } from '@/server/env'
import type { JobEvents, WakeEvent } from '@/server/jobs/events'
import { log } from '@/server/log'
import { Breaker } from './breaker'
import { sdkLog } from './sdk-log'

/*
 * A leaf: the client, and the events of server/jobs/events.ts as it knows them.
 */

/** What a job is triggered by. */
export function jobEvent<Name extends keyof JobEvents>(name: Name) {
  return eventType(name, { schema: staticSchema<JobEvents[Name]>() })
}

/** An Inngest server that accepts and never answers must not hold a request. */
const SEND_TIMEOUT_MS = 2000
const WAKE_TIMEOUT_MS = 2500

export const inngest = new Inngest({
  id: 'customer-feedback-service',
  isDev: env.inngest.dev,
  signingKey: env.inngest.signingKey,
  ...(env.inngest.signingKeyFallback === undefined ? {} : { signingKeyFallback: env.inngest.signingKeyFallback }),
  // Errors of our functions, with their stacks; what the SDK itself has to say, without.
  logger: log,
  internalLogger: sdkLog,
  ...(env.jobs === 'embedded'
    ? { eventKey: 'embedded', baseUrl: 'http://embedded.invalid', fetch: embeddedFetch }
    : { ...(env.inngest.eventKey === undefined ? {} : { eventKey: env.inngest.eventKey }), fetch: impatientFetch }),
})

/** Only for a server: our own queue is in the database, and where that is away nothing is written either. */
const breaker = new Breaker()

/**
 * Wakes workers for rows that are committed. Never throws and never takes long: should the wake be lost, the row stays
 * and a sweep wakes it within the next minutes.
 * @returns whether the events were accepted.
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
    // One line for all who waited for the same failure.
    if (silentMs !== null)
      log.warn({ err: error, events: events.length, silentMs }, 'the jobs were not woken; the sweep will')
    return false
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Does what tells the jobs of something. Where a server is told, once the answer of this request is on its way, also where
 * nothing outlives a request; outside of any, and where it is a row in our own database, now.
 */
export async function afterAnswer(work: () => Promise<void>): Promise<void> {
  if (env.jobs === 'embedded') return work()
  // Not at the top: a program without Next in front of it knows no requests, and may lack it.
  const { after } = await import('next/server')
  try {
    after(work)
  } catch {
    // This is no request: a job, or a command.
    await work()
  }
}

/** Where no Inngest server is, the event API is the queue in our own database. */
async function embeddedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input)
  if (!url.pathname.startsWith('/e/')) return Response.json({ error: 'there is no Inngest server' }, { status: 404 })
  // Loaded only here: a deployment with an Inngest server never needs the queue library.
  const { acceptEvents } = await import('./local/events')
  const request = new Request(input, init)
  // The same in every repetition of one request: a send whose answer was lost starts nothing twice.
  const seed = request.headers.get('x-inngest-event-id-seed')
  const ids = await acceptEvents(env.directDatabaseUrl, await request.json(), seed)
  return Response.json({ ids, status: 200 })
}

/** Events are sent in passing: whoever does not take them soon is left alone. What else the library asks of the server takes its time. */
async function impatientFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input)
  if (!pathname.startsWith('/e/')) return fetch(input, init)
  // The library tries five times by itself.
  if (breaker.isOpen) throw new Error('the Inngest server is left alone for a while')
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout })
}
