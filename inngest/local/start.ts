import { env } from '@/server/env'
import { log } from '@/server/log'
// Imported for its check at startup: forbidden networks in the configuration stop the service with an error message.
import '@/server/outbound/address'
import { keepRegistered } from '../register'
import type { Lane } from './lane'
import { loopback } from './loopback'
import { type Runner, startRunner } from './runner'
import { setRunnerReady } from './state'

const RESYNC_MS = 5000
/** `cfsJobsEnd`: awaited before the process exits. */
const held = globalThis as { cfsRunner?: Runner; cfsLane?: Lane; cfsJobsEnd?: Promise<unknown> }

/**
 * Starts the embedded runner if no Inngest server is configured, otherwise registers this app with the server; not on Vercel, where nothing
 * may outlive a request, and not during a build. Does not wait: both need the web server, which is still starting.
 */
export function startJobs(): void {
  if (env.isVercel || env.isBuild || held.cfsRunner) return
  if (env.areJobsPaused) return log.warn('PAUSE_JOBS is 1: nothing is sent, and no other job runs')
  const endpoint = {
    url: `http://127.0.0.1:${env.port}/api/inngest`,
    signingKey: env.inngest.signingKey,
    send: loopback(),
  }
  if (env.jobs === 'inngest') return void keepRegistered(endpoint, log)
  const runner = startRunner({
    connectionString: env.directDatabaseUrl,
    serveUrl: endpoint.url,
    signingKey: endpoint.signingKey,
    call: endpoint.send,
    ...(env.isProduction ? {} : { resyncMs: RESYNC_MS }),
    log,
    onReady: setRunnerReady,
    // In development runs go through the endpoint, which always has the newest code.
    ...(env.isProduction ? { onLead: followLead } : {}),
  })
  held.cfsRunner = runner
  const stop = () => {
    leads = false
    const closing = closeLane()
    held.cfsJobsEnd = Promise.all([closing, runner.stop()]).catch((error: unknown) =>
      log.error({ err: error }, 'the job runner did not stop'),
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

let leads = false

async function openLane(): Promise<void> {
  const { Lane } = await import('./lane')
  if (leads) held.cfsLane = new Lane()
}

export function followLead(isLeading: boolean): void {
  leads = isLeading
  const done = isLeading ? openLane() : closeLane()
  done.catch((error: unknown) => log.error({ err: error }, 'the short way of the jobs is closed'))
}

async function closeLane(): Promise<void> {
  const lane = held.cfsLane
  delete held.cfsLane
  await lane?.close()
}
