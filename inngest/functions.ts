import { deliverWebhook } from './deliver-webhook'
import { runSendingFunction } from './run-sending'
import { sendWebhookNotice } from './send-webhook-notice'
import { removeOldFunction, sweepFunction } from './sweep'

/** What app/api/inngest serves, to an Inngest server and to the embedded runner alike. */
export const functions = [deliverWebhook, runSendingFunction, sendWebhookNotice, sweepFunction, removeOldFunction]
