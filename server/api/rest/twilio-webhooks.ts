import { z } from 'zod'
import { MINUTE_MS } from '../../clock'
import { env } from '../../env'
import { Forbidden, NotFound } from '../../errors'
import { log } from '../../log'
import { LogSampler } from '../../log-sampler'
import { localizableMessage } from '../../messages/localizable-message'
import { isTwilioSignatureValid } from '../../messaging/twilio-signature'
import { receiveTextMessage } from '../../text-messages/receive-text-message'
import { recordTextMessageStatus } from '../../text-messages/record-status'
import { readUrlEncodedForm } from '../request-body'

/* What Twilio tells the service: text messages from customers, and what became of ours. Its signature is the only credential. */

export const MAX_TWILIO_REQUEST_BYTES = 64 * 1024

const InboundForm = z.object({
  MessageSid: z.string().regex(/^[A-Z]{2}[\da-f]{32}$/),
  From: z.string().max(100),
  Body: z.string().default(''),
  OptOutType: z
    .enum(['STOP', 'START', 'HELP'])
    .transform((type) => type.toLowerCase() as 'stop' | 'start' | 'help')
    .optional()
    .catch(undefined),
})

/**
 * POST /api/twilio/messages: a text message from a customer. The response is TwiML; what it says is sent to them.
 * @throws {NotFound} without an auth token. @throws {Forbidden} unless Twilio signed the request.
 */
export async function handleInboundTextMessage(request: Request): Promise<Response> {
  const form = await readSignedForm(request)
  const message = InboundForm.safeParse(Object.fromEntries(form))
  if (!message.success) {
    log.warn(
      { fields: message.error.issues.map(({ path }) => path.join('.')) },
      'a message of Twilio could not be read',
    )
    return toTwiml(null)
  }
  const { MessageSid: id, From: from, Body: text, OptOutType: optOutType } = message.data
  return toTwiml(await receiveTextMessage({ id, from, text, optOutType }))
}

const StatusForm = z.object({
  MessageSid: z.string().regex(/^[A-Z]{2}[\da-f]{32}$/),
  MessageStatus: z.string().max(50),
  ErrorCode: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .nullable()
    .default(null)
    .catch(null),
  ErrorMessage: z.string().nullable().default(null),
})

/**
 * POST /api/twilio/status/{token}: what became of a text message.
 * @throws {NotFound} without an auth token. @throws {Forbidden} unless Twilio signed the request.
 */
export async function handleTextMessageStatus(token: string, request: Request): Promise<Response> {
  const form = await readSignedForm(request)
  const report = StatusForm.safeParse(Object.fromEntries(form))
  if (report.success) {
    const { MessageSid: messageId, MessageStatus: status, ErrorCode: code, ErrorMessage: words } = report.data
    await recordTextMessageStatus(token, { messageId, status, code, words })
  } else
    log.warn({ fields: report.error.issues.map(({ path }) => path.join('.')) }, 'a report of Twilio could not be read')
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } })
}

async function readSignedForm(request: Request): Promise<URLSearchParams> {
  const authToken = env.twilio?.authToken ?? null
  if (authToken === null) throw new NotFound('path')
  const parameters = await readUrlEncodedForm(request, MAX_TWILIO_REQUEST_BYTES)
  const { pathname, search } = new URL(request.url)
  const url = `${env.baseUrl}${pathname}${search}`
  const signature = request.headers.get('x-twilio-signature')
  if (isTwilioSignatureValid(authToken, { signature, url, parameters })) return parameters
  unsignedRequests.record('twilio', { expectedUrl: env.baseUrl }, () =>
    log.warn(
      { expectedUrl: env.baseUrl },
      'a request was not signed by Twilio with TWILIO_AUTH_TOKEN for this address',
    ),
  )
  throw new Forbidden(localizableMessage('request.unsigned'))
}

const LOG_WINDOW_MS = 10 * MINUTE_MS
const unsignedRequests = new LogSampler(LOG_WINDOW_MS, (line) =>
  log.warn(line, 'more requests were not signed by Twilio'),
)

function toTwiml(text: string | null): Response {
  const message = text === null ? '' : `<Message>${escapeXml(text)}</Message>`
  const body = `<?xml version="1.0" encoding="UTF-8"?><Response>${message}</Response>`
  return new Response(body, { headers: { 'Content-Type': 'text/xml; charset=utf-8', 'Cache-Control': 'no-store' } })
}

function escapeXml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
