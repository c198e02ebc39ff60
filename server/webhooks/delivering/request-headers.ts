import type { StandardSignature } from './signature'

type Sent = { id: string; resendOfId: string | null; kind: string; isTest: boolean }

/** The event id that receivers see. A resend carries that of the first delivery: to the receiver it is the same event. */
export function eventId({ id, resendOfId }: Pick<Sent, 'id' | 'resendOfId'>): string {
  return resendOfId ?? id
}

/** @param signature as {@link sign} returns it. */
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
