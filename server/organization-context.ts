import { ContextValue } from './context'
import type { Actor } from './principal'
import { NOWHERE, type Origin } from './security-events'

/** The actor, with their name at that time. `system`: a job. */
export type Doer = {
  type: 'user' | 'key' | 'operator' | 'system' | 'stranger'
  id: string | null
  name: string | null
}

export type By = { doer: Doer; origin: Origin }

type Acting = { organizationId: string | undefined; by: By | undefined }

const acting = new ContextValue<Acting>()

/**
 * Runs `work` in the context of an organization: its database use counts against the organization's share.
 * @param by the actor; defaults to the current one
 */
export function onBehalfOf<T>(organizationId: string, work: () => T, by = acting.get()?.by): T {
  return acting.run({ organizationId, by }, work)
}

/**
 * Reads each item in the context of the organization: a stream is consumed after the request handler has returned and its context has
 * ended.
 */
export function eachOnBehalfOf<T>(organizationId: string, items: AsyncIterable<T>): AsyncIterable<T> {
  const by = acting.get()?.by
  return {
    [Symbol.asyncIterator]() {
      const read = items[Symbol.asyncIterator]()
      const as = <R>(work: () => R) => onBehalfOf(organizationId, work, by)
      return {
        next: () => as(() => read.next()),
        return: async (value?: unknown) => as(async () => (await read.return?.(value)) ?? { done: true, value }),
      }
    },
  }
}

export function doneBy<T>(by: By, work: () => T): T {
  return acting.run({ organizationId: acting.get()?.organizationId, by }, work)
}

/** Undefined outside an organization: HTTP front end, jobs, CLI. */
export function currentOrganization(): string | undefined {
  return acting.get()?.organizationId
}

/** The current actor; `system` if none is set. */
export function currentBy(): By {
  return acting.get()?.by ?? { doer: SYSTEM, origin: NOWHERE }
}

const SYSTEM: Doer = { type: 'system', id: null, name: null }
export const OPERATOR: By = { doer: { type: 'operator', id: null, name: null }, origin: NOWHERE }

export function doerOf(actor: Actor): Doer {
  return actor.type === 'user'
    ? { type: 'user', id: actor.userId, name: actor.name }
    : { type: 'key', id: actor.apiKeyId, name: actor.name }
}
