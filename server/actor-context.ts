import { ContextValue } from './context-value'
import type { Actor } from './principal'
import { NOWHERE, type Origin } from './security-events'

export type Doer = {
  type: 'user' | 'key' | 'operator' | 'system' | 'stranger'
  id: string | null
  name: string | null
}

export type By = { doer: Doer; origin: Origin }

type CallContext = { organizationId: string | undefined; actorContext: By | undefined }

const current = new ContextValue<CallContext>()

/**
 * Runs `work` in the context of an organization: its database use counts against the organization's share.
 * @param actorContext the actor; defaults to the current one
 */
export function onBehalfOf<T>(organizationId: string, work: () => T, actorContext = current.get()?.actorContext): T {
  return current.run({ organizationId, actorContext }, work)
}

/**
 * Reads each item in the context of the organization: a stream is consumed after the request handler has returned and its context has
 * ended.
 */
export function eachOnBehalfOf<T>(organizationId: string, items: AsyncIterable<T>): AsyncIterable<T> {
  const actorContext = current.get()?.actorContext
  return {
    [Symbol.asyncIterator]() {
      const iterator = items[Symbol.asyncIterator]()
      const inContext = <R>(work: () => R) => onBehalfOf(organizationId, work, actorContext)
      return {
        next: () => inContext(() => iterator.next()),
        return: async (value?: unknown) =>
          inContext(async () => (await iterator.return?.(value)) ?? { done: true, value }),
      }
    },
  }
}

export function doneBy<T>(actorContext: By, work: () => T): T {
  return current.run({ organizationId: current.get()?.organizationId, actorContext }, work)
}

export function currentOrganization(): string | undefined {
  return current.get()?.organizationId
}

export function currentBy(): By {
  return current.get()?.actorContext ?? { doer: SYSTEM, origin: NOWHERE }
}

const SYSTEM: Doer = { type: 'system', id: null, name: null }
export const OPERATOR: By = { doer: { type: 'operator', id: null, name: null }, origin: NOWHERE }

export function doerOf(actor: Actor): Doer {
  return actor.type === 'user'
    ? { type: 'user', id: actor.userId, name: actor.name }
    : { type: 'key', id: actor.apiKeyId, name: actor.name }
}
