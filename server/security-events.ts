import type { AuditAction } from './audit/constants'
import { keyedHash } from './encryption'
import { log } from './log'
import { type LogFields, LogSampler } from './log-sampler'
import type { Actor } from './principal'

export type RequestOrigin = { address: string | null; requestId: string | null }

export const UNKNOWN_REQUEST_ORIGIN: RequestOrigin = { address: null, requestId: null }

export type SecurityEventName = AuditAction

export type SecurityRefusalName =
  | 'sign_in.refused'
  | 'sign_in.throttled'
  | 'sign_in.odd_call'
  | 'sign_up.refused'
  | 'email.refused'
  | 'api_key.refused'
  | 'scope.refused'
  | 'job_call.refused'

/** The actor. `email`: an unidentified person, by a keyed fingerprint of the address that was tried. */
export type EventActor = { type: 'user' | 'key' | 'email' | 'operator' | 'system' | 'stranger'; id: string | null }

export type SecurityEventDetails = {
  actor: EventActor
  organizationId: string | null
  origin: RequestOrigin
  about?: Record<string, string | number | boolean | null>
}

type LineWriter = { info: (line: object, message: string) => void; warn: (line: object, message: string) => void }

const WINDOW_MS = 10 * 60_000
let writer: LineWriter = log
const sampler = new LogSampler<LogFields>(WINDOW_MS, (line) => writer.warn(line, 'security event'))

export function logSecurityEvent(
  event: SecurityEventName,
  { actor, organizationId, origin, about }: SecurityEventDetails,
): void {
  writer.info({ event, actor, organizationId, ...origin, ...about }, 'security event')
}

/**
 * Logs a refusal: one line per kind, address and ten minutes, then a line with the number of suppressed ones (`leftOut`). Keeps repeated
 * requests from filling the disk.
 */
export function logSecurityRefusal(
  event: SecurityRefusalName,
  { actor, organizationId, origin, about }: SecurityEventDetails,
): void {
  sampler.record(`${event} ${origin.address}`, { event, address: origin.address }, () =>
    writer.warn({ event, actor, organizationId, ...origin, ...about }, 'security event'),
  )
}

export function toEventActor(actor: Actor): EventActor {
  return actor.type === 'user' ? { type: 'user', id: actor.userId } : { type: 'key', id: actor.apiKeyId }
}

export function toEmailEventActor(email: string): EventActor {
  return { type: 'email', id: Buffer.from(keyedHash('security-event', email)).toString('hex').slice(0, 16) }
}

export function redirectSecurityLog(target: LineWriter): void {
  writer = target
}
