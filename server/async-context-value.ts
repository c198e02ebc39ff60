import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Request-scoped values, all in one AsyncLocalStorage: up to Node 22 every promise copies each storage, and a request creates hundreds of
 * promises.
 */
const storage = new AsyncLocalStorage<ReadonlyMap<object, unknown>>()

export class AsyncContextValue<T> {
  run<R>(value: T, work: () => R): R {
    return storage.run(new Map(storage.getStore()).set(this, value), work)
  }

  get(): T | undefined {
    return storage.getStore()?.get(this) as T | undefined
  }
}
