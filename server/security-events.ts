import type { AuditAction } from './audit/vocabulary'
import { keyedHash } from './encryption'
import { log } from './log'
import { LogSampler, type Occurrence } from './log-sampling'
import type { Actor } from './principal'

/** Where a request came from, as its transport knows it; null where nothing tells. */
export type Origin = { address: string | null; requestId: string | null }

export const NOWHERE: Origin = { address: null, requestId: null }

/** What happened, and was meant to be possible: each is one line. */
export type SecurityEvent = AuditAction

/** What was refused. Strangers can cause these at will. */
export type SecurityRefusal =
  | 'sign_in.refused'
  | 'sign_in.throttled'
  | 'sign_in.odd_call'
  | 'sign_up.refused'
  | 'email.refused'
  | 'api_key.refused'
  | 'scope.refused'
  | 'job_call.refused'

/** Who did it. `email` is for somebody who is not known to be anybody: a keyed fingerprint of the address that was tried. */
export type EventActor = { type: 'user' | 'key' | 'email' | 'operator' | 'system' | 'stranger'; id: string | null }

export type EventFacts = {
  actor: EventActor
  organizationId: string | null
  origin: Origin
  /** Ids and words of ours: never an address in clear, never a key. */
  about?: Record<string, string | number | boolean | null>
}

type Lines = { info: (line: object, message: string) => void; warn: (line: object, message: string) => void }

const WINDOW_MS = 10 * 60_000
let lines: Lines = log
const sampler = new LogSampler<Occurrence>(WINDOW_MS, (line) => lines.warn(line, 'security event'))

/** Writes down what happened: one structured line. To be called once it is committed. */
export function recordEvent(event: SecurityEvent, { actor, organizationId, origin, about }: EventFacts): void {
  lines.info({ event, actor, organizationId, ...origin, ...about }, 'security event')
}

/**
 * Writes down a refusal: one line per kind, address and ten minutes, and at their end, where there were more, one that
 * says how many (`leftOut`). Somebody who asks without end fills no disk.
 */
export function recordRefusal(event: SecurityRefusal, { actor, organizationId, origin, about }: EventFacts): void {
  sampler.note(`${event} ${origin.address}`, { event, address: origin.address }, () =>
    lines.warn({ event, actor, organizationId, ...origin, ...about }, 'security event'),
  )
}

/** Whoever came through a door. */
export function eventActor(actor: Actor): EventActor {
  return actor.type === 'user' ? { type: 'user', id: actor.userId } : { type: 'key', id: actor.apiKeyId }
}

/** Whoever typed this address: the same one gives the same fingerprint, and nobody can read it back. */
export function fingerprintOfEmail(email: string): EventActor {
  return { type: 'email', id: Buffer.from(keyedHash('security-event', email)).toString('hex').slice(0, 16) }
}

/** Where the lines go instead of the log: the command line keeps its standard output for its answer. */
export function writeEventsTo(target: Lines): void {
  lines = target
}
