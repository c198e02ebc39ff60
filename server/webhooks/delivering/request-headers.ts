import type { StandardSignature } from './signature'

type Sent = { id: string; resendOfId: string | null; kind: string; isTest: boolean }

/**
 * The id that receivers know an event by. A resend carries that of the first delivery: to the receiver it is the same event,
 * which it may have seen.
 */
export function eventId({ id, resendOfId }: Pick<Sent, 'id' | 'resendOfId'>): string {
  return resendOfId ?? id
}

/**
 * The headers of a delivery: our own, then those of Standard Webhooks, which name the same event.
 * @param signature as {@link sign} makes it.
 */
export function deliveryHeaders(sent: Sent, signature: string, standard: StandardSignature): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'CustomerFeedbackService/1',
    'X-Service-Delivery': eventId(sent),
    'X-Service-Event': sent.kind,
    'X-Service-Signature': signature,
    ...(sent.isTest ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': eventId(sent),
    'webhook-timestamp': standard.timestamp,
    'webhook-signature': standard.signature,
  }
}
