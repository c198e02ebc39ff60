/** For what a runner does soon; the timeout ends what hangs, and says nothing about speed. */
export const WAIT = { timeout: 60_000, interval: 20 }
