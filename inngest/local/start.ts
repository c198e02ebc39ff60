import { env } from '@/server/env'
import { log } from '@/server/log'
// Read when the service starts: networks that must not be opened stop it with a sentence.
import '@/server/webhooks/address'
import { loopback } from './loopback'
import { type Runner, startRunner } from './runner'
import { setRunnerReady } from './state'

const RESYNC_MS = 5000
const held = globalThis as { cfsRunner?: Runner }

/**
 * Starts the embedded runner where no Inngest server is configured; never on Vercel, where nothing may outlive a
 * request, and never while building. Does not wait: the runner needs the very server that is starting.
 */
export function startJobs(): void {
  if (env.jobs !== 'embedded' || env.isVercel || env.isBuild || held.cfsRunner) return
  const runner = startRunner({
    connectionString: env.directDatabaseUrl,
    serveUrl: `http://127.0.0.1:${env.port}/api/inngest`,
    signingKey: env.inngest.signingKey,
    call: loopback(),
    ...(env.isProduction ? {} : { resyncMs: RESYNC_MS }),
    log,
    onReady: setRunnerReady,
  })
  held.cfsRunner = runner
  const stop = () =>
    void runner.stop().catch((error: unknown) => log.error({ err: error }, 'the job runner did not stop'))
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}
