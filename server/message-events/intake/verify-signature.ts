import { createHash, createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { now } from '../../clock'
import { MailgunSignature } from '../providers/mailgun'
import { BASIC_USER_NAME, type MailEventProvider } from './constants'

/** The age of a signature beyond which a request is refused: providers repeat a request with its first signature for at most that long. */
const SIGNATURE_MAX_AGE_MS = 25 * 3_600_000
const SIGNATURE_MAX_AHEAD_MS = 5 * 60_000

export type SignedRequest = { headers: { get(name: string): string | null }; body: Buffer }

type Verifier = (request: SignedRequest, secret: string) => boolean

/** Whether a request is signed with the secret of its intake. Compares in constant time. */
export function isSigned(provider: Exclude<MailEventProvider, 'ses'>, request: SignedRequest, secret: string): boolean {
  return VERIFIERS[provider](request, secret)
}

const VERIFIERS: Record<Exclude<MailEventProvider, 'ses'>, Verifier> = {
  postmark: hasCredentials,
  brevo: hasCredentials,
  // https://docs.svix.com/receiving/verifying-payloads/how-manual
  resend: ({ headers, body }, secret) => {
    const timestamp = headers.get('svix-timestamp') ?? ''
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    const signed = Buffer.concat([Buffer.from(`${headers.get('svix-id') ?? ''}.${timestamp}.`), body])
    const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
    const signatures = (headers.get('svix-signature') ?? '').split(' ')
    return isFresh(timestamp) && signatures.some((signature) => isSame(signature, expected))
  },
  // https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks: the signature does not cover the event.
  mailgun: ({ body }, secret) => {
    const { data } = MailgunSignature.safeParse(readJson(body)?.signature)
    if (!data || !isFresh(data.timestamp)) return false
    return isSame(
      data.signature,
      createHmac('sha256', secret)
        .update(data.timestamp + data.token)
        .digest('hex'),
    )
  },
  // https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features
  sendgrid: ({ headers, body }, publicKey) => {
    const timestamp = headers.get('x-twilio-email-event-webhook-timestamp') ?? ''
    const signature = Buffer.from(headers.get('x-twilio-email-event-webhook-signature') ?? '', 'base64')
    const signed = Buffer.concat([Buffer.from(timestamp), body])
    return isFresh(timestamp) && verify('sha256', signed, readSendGridKey(publicKey), signature)
  },
  /** The scheme of this service's own webhooks: `t=<Unix seconds>,v1=<hex of HMAC-SHA256(t.body)>`. */
  generic: ({ headers, body }, secret) => {
    const [, timestamp = '', signature = ''] =
      /^t=(\d{1,15}),v1=([\da-f]{64})$/.exec(headers.get('x-feedback-signature') ?? '') ?? []
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body])
    return isFresh(timestamp) && isSame(signature, createHmac('sha256', secret).update(signed).digest('hex'))
  },
}

export function readSendGridKey(publicKey: string) {
  return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
}

/** Basic credentials from the address, or a bearer token. */
function hasCredentials({ headers }: SignedRequest, secret: string): boolean {
  const authorization = headers.get('authorization') ?? ''
  const basic = `Basic ${Buffer.from(`${BASIC_USER_NAME}:${secret}`).toString('base64')}`
  return [isSame(authorization, basic), isSame(authorization, `Bearer ${secret}`)].includes(true)
}

function isFresh(unixSeconds: string): boolean {
  const ageMs = now().getTime() - Number(unixSeconds || Number.NaN) * 1000
  return ageMs <= SIGNATURE_MAX_AGE_MS && ageMs >= -SIGNATURE_MAX_AHEAD_MS
}

function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

function readJson(body: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
