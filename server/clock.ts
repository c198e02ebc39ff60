import { AsyncLocalStorage } from 'node:async_hooks'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const simulatedTime = new AsyncLocalStorage<Date>()

export function now(): Date {
  return new Date(simulatedTime.getStore() ?? Date.now())
}

/** Runs a function as if it were another time, which `now` tells. For forecasts, which write nothing. */
export function runAt<T>(at: Date, work: () => T): T {
  return simulatedTime.run(at, work)
}
