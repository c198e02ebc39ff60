import { AsyncContextValue } from './async-context-value'
import type { Actor } from './principal'
import { type RequestOrigin, UNKNOWN_REQUEST_ORIGIN } from './security-events'

export type ActorSnapshot = {
  type: 'user' | 'key' | 'operator' | 'system' | 'stranger'
  id: string | null
  name: string | null
}

export type ActorContext = { actor: ActorSnapshot; origin: RequestOrigin }

type CallContext = { organizationId: string | undefined; actorContext: ActorContext | undefined }

const current = new AsyncContextValue<CallContext>()

/**
 * Runs `work` in the context of an organization: its database use counts against the organization's share.
 * @param actorContext the actor; defaults to the current one
 */
export function runAsOrganization<T>(
  organizationId: string,
  work: () => T,
  actorContext = current.get()?.actorContext,
): T {
  return current.run({ organizationId, actorContext }, work)
}

/**
 * Reads each item in the context of the organization: a stream is consumed after the request handler has returned and its context has
 * ended.
 */
export function iterateAsOrganization<T>(organizationId: string, items: AsyncIterable<T>): AsyncIterable<T> {
  const actorContext = current.get()?.actorContext
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]()
      const inContext = <R>(work: () => R) => runAsOrganization(organizationId, work, actorContext)
      return {
        next: () => inContext(() => iterator.next()),
        return: async (value?: unknown) =>
          inContext(async () => (await iterator.return?.(value)) ?? { done: true, value }),
      }
    },
  }
}

export function runAsActor<T>(actorContext: ActorContext, work: () => T): T {
  return current.run({ organizationId: current.get()?.organizationId, actorContext }, work)
}

export function currentOrganizationId(): string | undefined {
  return current.get()?.organizationId
}

export function currentActorContext(): ActorContext {
  return current.get()?.actorContext ?? { actor: SYSTEM, origin: UNKNOWN_REQUEST_ORIGIN }
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
