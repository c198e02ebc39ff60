import { env } from '@/server/env'
import { log } from '@/server/log'
// Read when the service starts: networks that must not be opened stop it with a sentence.
import '@/server/outbound/address'
import { keepRegistered } from '../register'
import type { Lane } from './lane'
import { loopback } from './loopback'
import { type Runner, startRunner } from './runner'
import { setRunnerReady } from './state'

const RESYNC_MS = 5000
/** `cfsJobsEnd`: what the process waits for before it ends. */
const held = globalThis as { cfsRunner?: Runner; cfsLane?: Lane; cfsJobsEnd?: Promise<unknown> }

/**
 * Starts the embedded runner where no Inngest server is configured, and tells the server of this app where one is; never
 * on Vercel, where nothing may outlive a request, and never while building. Does not wait: both need the very server that
 * is starting.
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
    // While code changes under us, runs go through the endpoint, which is always the newest.
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

/** Loaded where it is needed: it brings with it all that a run does. */
async function openLane(): Promise<void> {
  const { Lane } = await import('./lane')
  if (leads) held.cfsLane = new Lane()
}

/** The short way is open while this process leads. */
export function followLead(isLeading: boolean): void {
  leads = isLeading
  const done = isLeading ? openLane() : closeLane()
  done.catch((error: unknown) => log.error({ err: error }, 'the short way of the jobs is closed'))
}

/** What it has under way ends, whoever leads meanwhile. */
async function closeLane(): Promise<void> {
  const lane = held.cfsLane
  delete held.cfsLane
  await lane?.close()
}
