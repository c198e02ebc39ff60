import { signToken, verifyToken } from '../encryption'
import type { EmailMessage } from './message'
import { parseMessageRowId } from './message-id'

/*
 * An email goes out with a signed id of its row, by which what a provider or mail server reports later finds it: in the envelope sender
 * (VERP), in a header of ours, and in the header that the configured provider returns with its events.
 */

/** The key under which providers return the token. */
export const PASSTHROUGH_KEY = 'feedback_id'
export const FEEDBACK_ID_HEADER = 'X-Feedback-Message-Id'

const TOKEN_BYTES = 32
const TOKEN_CHARACTERS = Math.ceil((TOKEN_BYTES * 8) / 5)

/** A token that can be neither guessed nor altered: lower-case letters and digits, because mail servers may change the case. */
export function buildMessageToken(rowId: string): string {
  const hex = Buffer.from(signToken('message', rowId), 'base64url').toString('hex')
  return BigInt(`0x${hex}`).toString(32).padStart(TOKEN_CHARACTERS, '0')
}

export function readMessageToken(token: string): string | null {
  if (token.length !== TOKEN_CHARACTERS || !/^[\da-v]+$/i.test(token)) return null
  let value = 0n
  for (const character of token) value = value * 32n + BigInt(Number.parseInt(character, 32))
  const hex = value.toString(16).padStart(TOKEN_BYTES * 2, '0')
  return verifyToken('message', Buffer.from(hex, 'hex').toString('base64url'))
}

/** `bounces@example.com` with the token: `bounces+<token>@example.com`. */
function buildBounceAddress(bounceAddress: string, token: string): string {
  const at = bounceAddress.lastIndexOf('@')
  return `${bounceAddress.slice(0, at)}+${token}${bounceAddress.slice(at)}`
}

/** The row whose bounce address is among the addresses in a text. */
export function findRowIdOfBounceAddress(text: string): string | null {
  for (const [, token] of text.matchAll(/\+([\da-v]{52})@/gi)) {
    const id = readMessageToken(token ?? '')
    if (id !== null) return id
  }
  return null
}

export type MailProviderName = 'ses' | 'postmark' | 'resend' | 'mailgun' | 'sendgrid' | 'brevo'

const PROVIDER_HOSTS: readonly [host: RegExp, provider: MailProviderName][] = [
  [/^email-smtp(?:-fips)?\.[\w-]+\.amazonaws\.com$/, 'ses'],
  [/(?:^|\.)postmarkapp\.com$/, 'postmark'],
  [/(?:^|\.)resend\.com$/, 'resend'],
  [/(?:^|\.)mailgun\.org$/, 'mailgun'],
  [/(?:^|\.)sendgrid\.net$/, 'sendgrid'],
  [/(?:^|\.)(?:brevo|sendinblue)\.com$/, 'brevo'],
]

export function detectMailProvider(smtpUrl: string): MailProviderName | null {
  const { hostname } = new URL(smtpUrl)
  return PROVIDER_HOSTS.find(([host]) => host.test(hostname))?.[1] ?? null
}

type Correlation = { provider: MailProviderName | null; bounceAddress: string | undefined }

/** Adds the signed id to an email whose Message-ID is that of a row, and tells the provider whether to track openings and clicks. */
export function addCorrelation(message: EmailMessage, { provider, bounceAddress }: Correlation): EmailMessage {
  const rowId = parseMessageRowId(message.messageId)
  if (rowId === null) return message
  const token = buildMessageToken(rowId)
  return {
    ...message,
    ...(bounceAddress === undefined ? {} : { envelopeFrom: buildBounceAddress(bounceAddress, token) }),
    headers: {
      ...message.headers,
      [FEEDBACK_ID_HEADER]: token,
      ...(provider ? PROVIDER_HEADERS[provider](token, message.tracksOpensAndClicks === true) : {}),
    },
  }
}

/** Amazon SES, Resend and Brevo have no header about tracking: it is off there unless the account switches it on. */
const PROVIDER_HEADERS: Record<MailProviderName, (token: string, isTracked: boolean) => Record<string, string>> = {
  ses: (token) => ({ 'X-SES-MESSAGE-TAGS': `${PASSTHROUGH_KEY}=${token}` }),
  postmark: (token, isTracked) => ({
    [`X-PM-Metadata-${PASSTHROUGH_KEY}`]: token,
    'X-PM-TrackOpens': String(isTracked),
    'X-PM-TrackLinks': isTracked ? 'HtmlOnly' : 'None',
  }),
  resend: () => ({}),
  mailgun: (token, isTracked) => ({
    'X-Mailgun-Variables': JSON.stringify({ [PASSTHROUGH_KEY]: token }),
    'X-Mailgun-Track': isTracked ? 'yes' : 'no',
  }),
  sendgrid: (token, isTracked) => {
    const filter = { settings: { enable: isTracked ? 1 : 0 } }
    return {
      'X-SMTPAPI': JSON.stringify({
        unique_args: { [PASSTHROUGH_KEY]: token },
        filters: { clicktrack: filter, opentrack: filter },
      }),
    }
  },
  brevo: (token) => ({ 'X-Mailin-custom': token }),
}
