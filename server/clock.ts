import { AsyncContextValue } from './async-context-value'

export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

const clock = new AsyncContextValue<{ read: () => number }>()

/** The time, which is another one in forecasts, and in test organizations whose clock was moved. */
export function now(): Date {
  return new Date(clock.get()?.read() ?? Date.now())
}

/** The time of other systems, which a request to them tells. */
export function realNow(): Date {
  return new Date()
}

/** Runs a function as if it were another time, which `now` tells. For forecasts, which write nothing. */
export function runAt<T>(at: Date, work: () => T): T {
  return clock.run({ read: () => at.getTime() }, work)
}

/** Runs a function with a clock that is ahead by `offsetMs`, 0 for the real time: that of a test organization. */
export function runWithClockOffset<T>(offsetMs: number, work: () => T): T {
  if (offsetMs === 0 && clock.get() === undefined) return work()
  return clock.run({ read: () => Date.now() + offsetMs }, work)
}

/** When a time of the current clock is reached if the clock is not moved. */
export function toRealTime(at: Date): Date {
  return new Date(at.getTime() - (now().getTime() - Date.now()))
}
