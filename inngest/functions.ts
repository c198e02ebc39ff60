import { env } from '@/server/env'
import { inngest } from './client'
import { deliverWebhooks } from './deliver-webhooks'
import { runSendings } from './run-sendings'
import { sendWebhookNotice } from './send-webhook-notice'
import { removeOldFunction, sweepFunction } from './sweep'

/** What app/api/inngest serves, to an Inngest server and to the embedded runner alike. */
export const functions = [deliverWebhooks, runSendings, sendWebhookNotice, sweepFunction, removeOldFunction]

/** How they are served. Every call must be signed, and an unsigned request cannot even start a sync. */
export const serveOptions = {
  client: inngest,
  functions,
  enableUnauthedSync: false,
  ...(env.inngest.serveOrigin === undefined ? {} : { serveOrigin: env.inngest.serveOrigin }),
}
