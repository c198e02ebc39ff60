import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * What belongs to the work under way, for whoever is deep in it. One storage for all of it: up to Node 22 every promise
 * copies each storage there is, and a request makes hundreds of promises.
 */
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>()

/** One such thing; used as an `AsyncLocalStorage` is. */
export class ContextValue<T> {
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work)
  }

  get(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined
  }
}
