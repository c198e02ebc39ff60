import { ContextValue } from './context'
import type { Actor } from './principal'
import { NOWHERE, type Origin } from './security-events'

/** Who does something, as they were called then. The system is whatever nobody asked for: a job. */
export type Doer = {
  type: 'user' | 'key' | 'operator' | 'system' | 'stranger'
  id: string | null
  name: string | null
}

/** Who does something, and where their request came from. */
export type By = { doer: Doer; origin: Origin }

type Acting = { organizationId: string | undefined; by: By | undefined }

const acting = new ContextValue<Acting>()

/**
 * Runs `work` as this organization's: what it asks of the database counts against the organization's share.
 * @param by who has it done; as around it when absent.
 */
export function onBehalfOf<T>(organizationId: string, work: () => T, by = acting.get()?.by): T {
  return acting.run({ organizationId, by }, work)
}

/**
 * The same items, each of them read as this organization's: a stream asks for the next one in the name of whoever reads it, which
 * is nobody's once the answer has begun.
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

/** Runs `work` as done by somebody, whichever organization's it is. */
export function doneBy<T>(by: By, work: () => T): T {
  return acting.run({ organizationId: acting.get()?.organizationId, by }, work)
}

/** Whose work this is; undefined for nobody's: the door, the jobs, an operator's command. */
export function currentOrganization(): string | undefined {
  return acting.get()?.organizationId
}

/** Who has this done; the system where nobody said. */
export function currentBy(): By {
  return acting.get()?.by ?? { doer: SYSTEM, origin: NOWHERE }
}

const SYSTEM: Doer = { type: 'system', id: null, name: null }
export const OPERATOR: By = { doer: { type: 'operator', id: null, name: null }, origin: NOWHERE }

/** Whoever came through a door. */
export function doerOf(actor: Actor): Doer {
  return actor.type === 'user'
    ? { type: 'user', id: actor.userId, name: actor.name }
    : { type: 'key', id: actor.apiKeyId, name: actor.name }
}
