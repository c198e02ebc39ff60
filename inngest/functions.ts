import { env } from '@/server/env'
import { inngest } from './client'
import { countResponsesAnew } from './count-responses-anew'
import { deliverWebhooks } from './deliver-webhooks'
import { postReplies } from './post-replies'
import { runSendings } from './run-sendings'
import { sendAlerts } from './send-alerts'
import { sendDigests } from './send-digests'
import { sendSystemEmailFunction } from './send-system-email'
import { settleRecords } from './settle-records'
import { removeOldFunction, sweepFunction } from './sweep'
import { syncReviews } from './sync-reviews'

export const functions = [
  deliverWebhooks,
  runSendings,
  syncReviews,
  postReplies,
  sendSystemEmailFunction,
  settleRecords,
  countResponsesAnew,
  sendAlerts,
  sendDigests,
  sweepFunction,
  removeOldFunction,
]

/** Every call must be signed; an unsigned request cannot even start a sync. */
export const serveOptions = {
  client: inngest,
  functions,
  enableUnauthedSync: false,
  ...(env.inngest.serveOrigin === undefined ? {} : { serveOrigin: env.inngest.serveOrigin }),
}
