import { AsyncContextValue } from './async-context-value'
import type { Actor } from './principal'
import { type RequestOrigin, UNKNOWN_REQUEST_ORIGIN } from './security-events'

export type ActorSnapshot = {
  type: 'user' | 'key' | 'operator' | 'system' | 'stranger'
  id: string | null
  name: string | null
}

/** `contactJobId` is set inside a contact job, whose actor is the member who started it. */
export type ActorContext = { actor: ActorSnapshot; origin: RequestOrigin; contactJobId?: string }

const current = new AsyncContextValue<ActorContext>()

/** Runs `work` as this actor: audit entries and timelines name it. */
export function runAsActor<T>(actorContext: ActorContext, work: () => T): T {
  return current.run(actorContext, work)
}

export function getCurrentActorContext(): ActorContext {
  return current.get() ?? { actor: SYSTEM, origin: UNKNOWN_REQUEST_ORIGIN }
}

const SYSTEM: ActorSnapshot = { type: 'system', id: null, name: null }
export const OPERATOR_CONTEXT: ActorContext = {
  actor: { type: 'operator', id: null, name: null },
  origin: UNKNOWN_REQUEST_ORIGIN,
}

export function toActorSnapshot(actor: Actor): ActorSnapshot {
  return actor.type === 'user'
    ? { type: 'user', id: actor.userId, name: actor.name }
    : { type: 'key', id: actor.apiKeyId, name: actor.name }
}
