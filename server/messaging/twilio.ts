import { Client } from 'undici'
import { z } from 'zod'
import { now } from '../clock'
import { log } from '../log'
import { parseRetryAfter } from '../outbound/retry-after'
import type { DeliverMessage, MessageOutcome, SmsMessage } from './message'
import type { SmsFailureCause } from './sms-failure-causes'
import { findTwilioFailureCause } from './twilio-error-codes'

/**
 * @property user the account, or one of its API keys.
 * @property from a number, a short code, an alphanumeric sender id, or a messaging service.
 * @property statusUrl where Twilio reports what became of messages that have a `statusToken`, which follows it.
 */
export type TwilioAccount = {
  accountSid: string
  user: string
  password: string
  from: string
  apiUrl: string
  statusUrl?: string | null
}

const CONNECT_TIMEOUT_MS = 10_000
const WORDS_MAX_CHARACTERS = 500

/**
 * Sends text messages through Twilio: one POST to its Messages resource for each.
 *
 * Twilio has no idempotency keys, so each request has a connection of its own: a failure before it is established means that
 * nothing was sent; after it, the message may have been sent (docs/decisions/0034-twilio-outcomes.md).
 * @param timeoutMs total time for one message.
 */
export function createTwilioSender(account: TwilioAccount, timeoutMs: number): DeliverMessage<SmsMessage> {
  const { accountSid, user, password, apiUrl } = account
  const url = new URL(`${apiUrl}/2010-04-01/Accounts/${accountSid}/Messages.json`)
  const headers = {
    Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
    'User-Agent': 'CustomerFeedbackService/1',
    Accept: 'application/json',
  }

  return async (message) => {
    const client = new Client(url.origin, {
      connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs) },
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    let isConnected = false
    client.once('connect', () => {
      isConnected = true
    })
    try {
      const body = toForm(account, message)
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await client.request({ method: 'POST', path: url.pathname, headers, body, signal })
      return redactNumber(
        toOutcome(response.statusCode, response.headers['retry-after'], await readBody(response.body)),
        message,
      )
    } catch (error) {
      log.debug({ err: error }, 'Twilio did not take a message')
      const words = describeError(error)
      return isConnected
        ? { state: 'unconfirmed', words, cause: 'noAnswer' }
        : { state: 'postponed', words, cause: 'noConnection' }
    } finally {
      void client.destroy()
    }
  }
}

/** Of a callback: three more attempts, also after a timeout or an error of the service. By default Twilio makes one, if it cannot connect. */
const CALLBACK_OVERRIDES = '#rc=3&rp=ct,rt,5xx'

function toForm({ from, statusUrl }: TwilioAccount, { to, text, statusToken }: SmsMessage): string {
  const sender = /^MG[\da-f]{32}$/i.test(from) ? { MessagingServiceSid: from } : { From: from }
  const callback =
    statusUrl && statusToken !== undefined ? { StatusCallback: `${statusUrl}/${statusToken}${CALLBACK_OVERRIDES}` } : {}
  return new URLSearchParams({ To: to, ...sender, Body: text, ...callback }).toString()
}

const ErrorBody = z.object({
  sid: z.string().optional().catch(undefined),
  code: z.number().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  error_code: z.number().nullish().catch(undefined),
  error_message: z.string().nullish().catch(undefined),
})

function toOutcome(status: number, retryAfter: string | string[] | undefined, body: unknown): MessageOutcome {
  const { sid, code, message, error_code, error_message } = ErrorBody.catch({}).parse(body)
  if (status >= 200 && status < 300) {
    if (typeof error_code === 'number') return toRefusal(error_code, `${error_code} ${error_message ?? ''}`)
    return { state: 'accepted', ...(sid === undefined ? {} : { messageId: sid }) }
  }
  const words = [code ?? status, message ?? 'Twilio did not say why.'].join(' ')
  // A 429 is never processed and always safe to retry (20429); other codes only if Twilio says so.
  if (status === 429 || (code !== undefined && RETRYABLE_CODES.has(code)))
    return postponed(words, parseRetryAfter(retryAfter, now()))
  // "It is possible for a customer to receive multiple messages" (20500); a gateway's reply proves no more.
  if (status >= 500) return { state: 'unconfirmed', words, cause: 'failure' }
  return toRefusal(code ?? (status === 401 ? 20003 : 0), words)
}

const RETRYABLE_CODES = new Set([14107, 20429, 20503, 21611])

function postponed(words: string, retryAfterMs: number | null): MessageOutcome {
  return { state: 'postponed', words, cause: 'busy', ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

/** Recipient errors are permanent. Account errors are retried within the day that a message is tried, until the operator has fixed them. */
const STATE_BY_CAUSE: Partial<Record<SmsFailureCause, 'bounced' | 'postponed'>> = {
  number: 'bounced',
  unreachable: 'bounced',
  optedOut: 'bounced',
  credentials: 'postponed',
  account: 'postponed',
}

function toRefusal(code: number, words: string): MessageOutcome {
  const cause = findTwilioFailureCause(code)
  if (cause === undefined) return { state: 'refused', words }
  const state = STATE_BY_CAUSE[cause] ?? 'refused'
  return state === 'bounced' ? { state, words, cause, isGone: false } : { state, words, cause }
}

async function readBody(body: { text: () => Promise<string> }): Promise<unknown> {
  try {
    return JSON.parse(await body.text())
  } catch (error) {
    log.debug({ err: error }, 'an answer of Twilio could not be read')
    return undefined
  }
}

/** Removes the phone number from Twilio's error texts: it must not be logged. */
function redactNumber(outcome: MessageOutcome, { to }: SmsMessage): MessageOutcome {
  if (outcome.state === 'accepted') return outcome
  const words = outcome.words.replaceAll('\0', '').replaceAll(to, '…').replace(/\s+/g, ' ').trim()
  return { ...outcome, words: words.slice(0, WORDS_MAX_CHARACTERS) }
}

function describeError(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return [code, message]
    .filter((word) => typeof word === 'string' && word !== '')
    .join(': ')
    .slice(0, WORDS_MAX_CHARACTERS)
}
