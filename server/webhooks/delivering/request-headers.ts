type Sent = { id: string; resendOfId: string | null; kind: string; isTest: boolean }

/**
 * What stands in front of a delivery's body. A resend carries the id of the first delivery: to the receiver it is the
 * same event, which it may have seen.
 * @param signature as {@link sign} makes it.
 */
export function deliveryHeaders({ id, resendOfId, kind, isTest }: Sent, signature: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'CustomerFeedbackService/1',
    'X-Service-Delivery': resendOfId ?? id,
    'X-Service-Event': kind,
    'X-Service-Signature': signature,
    ...(isTest ? { 'X-Service-Test': 'true' } : {}),
  }
}
