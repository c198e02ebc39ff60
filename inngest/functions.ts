import { deliverWebhooks } from './deliver-webhooks'
import { runSendings } from './run-sendings'
import { sendWebhookNotice } from './send-webhook-notice'
import { removeOldFunction, sweepFunction } from './sweep'

/** What app/api/inngest serves, to an Inngest server and to the embedded runner alike. */
export const functions = [deliverWebhooks, runSendings, sendWebhookNotice, sweepFunction, removeOldFunction]
