import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isHeartbeatStale } from '@/server/jobs/heartbeat'
import { type Endpoint, register } from './local/protocol'

/*
 * An Inngest server of one's own knows no app until somebody names it one, and never looks again at a healthy one: without
 * this, a service that follows every instruction accepts events for ever and sends nothing, and an upgrade's new jobs never run.
 * One that lost its state knows nobody any more.
 */

const PAUSES_MS = [250, 500, 1000, 2000, 5000, 10_000, 30_000]

/** The sweep comes every minute: one that is missing so long was forgotten. */
const MISSING_S = 120
const LOOK_EVERY_MS = 60_000

/**
 * Registers this app with the Inngest server, and again whenever the jobs stopped coming.
 * @param endpoint of this very app, over loopback.
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
 * Registers this app with the Inngest server, again and again until it takes it.
 * @param endpoint of this very app, over loopback.
 */
export async function registerApp(endpoint: Endpoint, log: Logger): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await register(endpoint)
      log.info('the Inngest server knows this app')
      return
    } catch (error) {
      // The first few tries may be earlier than our own server.
      log[tries < 3 ? 'debug' : 'warn']({ err: error }, 'the Inngest server has not taken this app yet; trying again')
    }
    await pause(PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)], undefined, { ref: false })
  }
}
