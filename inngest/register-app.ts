import { setTimeout as pause } from 'node:timers/promises'
import { serve } from 'inngest/edge'
import { env } from '@/server/env'
import { isHeartbeatStale } from '@/server/jobs/heartbeat'
import { log } from '@/server/log'
import { serveOptions } from './functions'

/*
 * A self-hosted Inngest server needs an explicit registration of an app, and does not poll a healthy one again: without it the server
 * would accept events and never run a job, and an upgrade's new jobs would not run. A server that lost its state has lost the
 * registration too.
 */

const RETRY_PAUSES_MS = [250, 500, 1000, 2000, 5000, 10_000, 30_000]

const REGISTRATION_LOST_AFTER_S = 120
const CHECK_EVERY_MS = 60_000

export async function keepAppRegistered({
  checkEveryMs = CHECK_EVERY_MS,
  isStopped = (): boolean => false,
} = {}): Promise<void> {
  while (!isStopped()) {
    await registerApp()
    do await pause(checkEveryMs, undefined, { ref: false })
    while (!isStopped() && !(await isRegistrationLost()))
  }
}

async function isRegistrationLost(): Promise<boolean> {
  try {
    return await isHeartbeatStale(REGISTRATION_LOST_AFTER_S)
  } catch (error) {
    log.warn({ err: error }, 'could not see whether the jobs still come')
    return false
  }
}

export async function registerApp(): Promise<void> {
  // Called in this process, and therefore unsigned.
  const handler = serve({ ...serveOptions, enableUnauthedSync: true })
  const url = `http://127.0.0.1:${env.port}/api/inngest`
  const request = () => new Request(url, { method: 'PUT', headers: { host: new URL(url).host }, body: '{}' })
  for (let attempt = 0; ; attempt += 1) {
    try {
      const response = await handler(request())
      if (response.status === 200) return log.info('the Inngest server knows this app')
      throw new Error(`${response.status} ${(await response.text()).slice(0, 500)}`)
    } catch (error) {
      log[attempt < 3 ? 'debug' : 'warn']({ err: error }, 'the Inngest server has not taken this app yet; trying again')
    }
    await pause(RETRY_PAUSES_MS[Math.min(attempt, RETRY_PAUSES_MS.length - 1)], undefined, { ref: false })
  }
}
