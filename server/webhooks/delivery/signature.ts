import { createHmac } from 'node:crypto'

/**
 * The value of X-Service-Signature: `t=<Unix seconds>,v1=<hex>`, where hex is the HMAC-SHA256 of `<t>.<body>`, keyed with the
 * whole secret including its prefix (interface specification, 6.4). While a secret is being rotated there is one `v1` for each;
 * a receiver accepts any of them.
 * @param body the bytes as sent.
 * @param secrets newest first.
 * @param at the time of this attempt, not of the event: receivers reject signatures older than 300 seconds.
 */
export function signPayload(body: string, secrets: readonly string[], at: Date): string {
  const t = toSeconds(at)
  const signatures = secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`, 'utf8').digest('hex'))
  return [`t=${t}`, ...signatures.map((signature) => `v1=${signature}`)].join(',')
}

export type StandardSignature = { timestamp: string; signature: string }

/**
 * The signature of Standard Webhooks: `v1,<base64>` for each secret, separated by spaces, where base64 is the HMAC-SHA256 of
 * `<id>.<timestamp>.<body>`. Unlike in {@link signPayload}, the key is the base64-decoded secret without its prefix.
 * @param id the value of `webhook-id`.
 */
export function signStandardWebhook(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  at: Date,
): StandardSignature {
  const timestamp = String(toSeconds(at))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`
  })
  return { timestamp, signature: signatures.join(' ') }
}

export function findMatchingSecrets(
  header: string,
  body: string,
  secrets: readonly string[],
): { at: Date; secrets: readonly string[] } {
  const at = new Date(Number(/^t=(\d+)/.exec(header)?.[1] ?? Number.NaN) * 1000)
  const signatures = new Set(header.split(','))
  return {
    at,
    secrets: secrets.filter((secret) =>
      signPayload(body, [secret], at)
        .split(',')
        .every((part) => signatures.has(part)),
    ),
  }
}

type DeliveryIdentity = { id: string; resendOfId: string | null; kind: string; isTest: boolean }

/** The event id that receivers see. A resend carries that of the first delivery: to the receiver it is the same event. */
export function getOriginalDeliveryId({ id, resendOfId }: Pick<DeliveryIdentity, 'id' | 'resendOfId'>): string {
  return resendOfId ?? id
}

export function buildDeliveryHeaders(
  delivery: DeliveryIdentity,
  signature: string,
  standard: StandardSignature,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'CustomerFeedbackService/1',
    'X-Service-Delivery': getOriginalDeliveryId(delivery),
    'X-Service-Event': delivery.kind,
    'X-Service-Signature': signature,
    ...(delivery.isTest ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': getOriginalDeliveryId(delivery),
    'webhook-timestamp': standard.timestamp,
    'webhook-signature': standard.signature,
  }
}

function toSeconds(at: Date): number {
  return Math.floor(at.getTime() / 1000)
}
