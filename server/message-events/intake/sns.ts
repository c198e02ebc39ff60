import { verify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { now } from '../../clock'
import { safeRequest } from '../../outbound/safe-request'

/* Messages of Amazon SNS. https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */

export const SnsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string().regex(/^arn:aws[\w-]*:sns:/),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.string(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
})
export type SnsMessage = z.infer<typeof SnsMessage>

/** Fetches a text over HTTPS. @throws {SafeRequestError} */
export type FetchText = (url: string) => Promise<{ status: number; body: string }>

const fetchText: FetchText = (url) => safeRequest({ method: 'GET', url, headers: { Accept: '*/*' } })

/** Amazon delivers a message for at most an hour; the time also bounds how long one can be replayed. */
const MESSAGE_MAX_AGE_MS = 2 * 3_600_000

/**
 * Whether Amazon SNS signed the message, with a certificate that it published.
 * @throws {SafeRequestError} if the certificate cannot be fetched now
 */
export async function isSignedBySns(message: SnsMessage, fetch: FetchText = fetchText): Promise<boolean> {
  const ageMs = now().getTime() - Date.parse(message.Timestamp)
  if (!(ageMs <= MESSAGE_MAX_AGE_MS) || !isCertificateUrl(message.SigningCertURL)) return false
  const certificate = await loadCertificate(message.SigningCertURL, fetch)
  if (!certificate) return false
  const algorithm = message.SignatureVersion === '1' ? 'sha1' : 'sha256'
  const signature = Buffer.from(message.Signature, 'base64')
  return verify(algorithm, Buffer.from(buildStringToSign(message)), certificate.publicKey, signature)
}

/** Confirms that this address wants the topic's messages. @throws {SafeRequestError} @throws {Error} if Amazon refuses */
export async function confirmSnsSubscription(
  { SubscribeURL }: SnsMessage,
  fetch: FetchText = fetchText,
): Promise<void> {
  if (SubscribeURL === undefined || !isSnsUrl(SubscribeURL)) throw new Error('SNS sent no address to confirm')
  const { status } = await fetch(SubscribeURL)
  if (status !== 200) throw new Error(`SNS answered ${status} to the confirmation`)
}

const SNS_HOST = /^https:\/\/sns\.[a-z\d-]{1,40}\.amazonaws\.com(?:\.cn)?\//
const CERTIFICATE_PATH = /^SimpleNotificationService-[\w-]{1,64}\.pem$/

function isSnsUrl(text: string): boolean {
  return SNS_HOST.test(text)
}

/** Only the path of a certificate: the host also answers API calls, and such an answer contains texts of the caller. */
function isCertificateUrl(text: string): boolean {
  return isSnsUrl(text) && CERTIFICATE_PATH.test(text.replace(SNS_HOST, ''))
}

const NOTIFICATION_FIELDS = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const
const CONFIRMATION_FIELDS = ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const

export function buildStringToSign(message: SnsMessage): string {
  const fields = message.Type === 'Notification' ? NOTIFICATION_FIELDS : CONFIRMATION_FIELDS
  return fields.map((field) => (message[field] == null ? '' : `${field}\n${message[field]}\n`)).join('')
}

/** Certificates by URL. Amazon uses few, and replaces them by others with another URL. */
const certificates = new Map<string, X509Certificate>()
const CERTIFICATES_MAX = 20

async function loadCertificate(url: string, fetch: FetchText): Promise<X509Certificate | null> {
  const cached = certificates.get(url)
  if (cached && isValidNow(cached)) return cached
  const { status, body } = await fetch(url)
  const certificate = status === 200 ? parseCertificate(body) : null
  if (!certificate || !isValidNow(certificate)) return null
  if (certificates.size >= CERTIFICATES_MAX) certificates.clear()
  certificates.set(url, certificate)
  return certificate
}

function parseCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem)
  } catch {
    return null
  }
}

function isValidNow({ validFrom, validTo }: X509Certificate): boolean {
  return new Date(validFrom) <= now() && now() <= new Date(validTo)
}
