import type { StandardSignature } from './signature'

type DeliveryIdentity = { id: string; resendOfId: string | null; kind: string; isTest: boolean }

/** The event id that receivers see. A resend carries that of the first delivery: to the receiver it is the same event. */
export function receiverEventId({ id, resendOfId }: Pick<DeliveryIdentity, 'id' | 'resendOfId'>): string {
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
    'X-Service-Delivery': receiverEventId(delivery),
    'X-Service-Event': delivery.kind,
    'X-Service-Signature': signature,
    ...(delivery.isTest ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': receiverEventId(delivery),
    'webhook-timestamp': standard.timestamp,
    'webhook-signature': standard.signature,
  }
}
