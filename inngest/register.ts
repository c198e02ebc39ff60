import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isHeartbeatStale } from '@/server/jobs/heartbeat'
import { type Endpoint, register } from './local/protocol'

/*
 * A self-hosted Inngest server needs an explicit registration of an app, and does not poll a healthy one again: without it the server
 * would accept events and never run a job, and an upgrade's new jobs would not run. A server that lost its state has lost the
 * registration too.
 */

const PAUSES_MS = [250, 500, 1000, 2000, 5000, 10_000, 30_000]

/** The sweep runs every minute: after this long without one, assume the registration was lost. */
const MISSING_S = 120
const LOOK_EVERY_MS = 60_000

/**
 * Registers this app with the Inngest server, and again whenever jobs stop arriving.
 * @param endpoint of this app, over loopback
 */
export async function keepRegistered(
  endpoint: Endpoint,
  log: Logger,
  { lookEveryMs = LOOK_EVERY_MS, isOver = (): boolean => false } = {},
): Promise<void> {
  while (!isOver()) {
    await registerApp(endpoint, log)
    do await pause(lookEveryMs, undefined, { ref: false })
    while (!isOver() && !(await isForgotten(log)))
  }
}

async function isForgotten(log: Logger): Promise<boolean> {
  try {
    return await isHeartbeatStale(MISSING_S)
  } catch (error) {
    log.warn({ err: error }, 'could not see whether the jobs still come')
    return false
  }
}

/**
 * Registers this app with the Inngest server; retries until it succeeds.
 * @param endpoint of this app, over loopback
 */
export async function registerApp(endpoint: Endpoint, log: Logger): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await register(endpoint)
      log.info('the Inngest server knows this app')
      return
    } catch (error) {
      // The first attempts may come before our own web server is up.
      log[tries < 3 ? 'debug' : 'warn']({ err: error }, 'the Inngest server has not taken this app yet; trying again')
    }
    await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)], undefined, { ref: false })
  }
}
