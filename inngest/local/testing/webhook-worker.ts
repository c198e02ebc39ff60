import { serve } from 'inngest/edge'
import { deliverWebhooks } from '@/inngest/deliver-webhooks'
import { runSendings } from '@/inngest/run-sendings'
import { sweepFunction } from '@/inngest/sweep'
import { env } from '@/server/env'
import { log } from '@/server/log'
import { listOverdueDeliveries } from '@/server/webhooks/delivering/delivery-queue'
import { inngest } from '../../client'
import { startRunner } from '../runner'
import { followLead } from '../start'

/*
 * A separate process that delivers webhooks like the service: the served functions, the embedded runner, the dialler. Configured by
 * environment variables, and made to be killed.
 */

// Warms up modules and connections, so that a takeover is as fast as in a service that has run for a while.
await listOverdueDeliveries(0).catch((error: unknown) => log.warn({ err: error }, 'the database is away at the start'))

const handler = serve({
  client: inngest,
  functions: [deliverWebhooks, runSendings, sweepFunction],
  enableUnauthedSync: false,
})
const runner = startRunner({
  connectionString: env.directDatabaseUrl,
  serveUrl: 'http://127.0.0.1:9/api/inngest',
  signingKey: env.inngest.signingKey,
  call: async (request) => handler(request),
  onLead: followLead,
  log,
})
await runner.ready
process.send?.('ready')
// The parent may die before it ends this process.
process.once('disconnect', () => process.exit())
