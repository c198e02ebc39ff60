import type { Tone } from '@/components/ui/content/badge'
import type { ConsoleSubscription, Delivery } from '@/server/webhooks/schema'

export const SUBSCRIPTION_TONE: Record<ConsoleSubscription['state'], Tone> = {
  active: 'positive',
  paused: 'neutral',
  deactivated: 'negative',
}

/** Display state: `retrying` is pending after a failure; `deadLetter` is failed after the last attempt. */
export type DeliveryWord = Delivery['status'] | 'retrying' | 'deadLetter'

export function wordOfDelivery({ status, attemptCount, lastAttempt, deadLetter }: Delivery): DeliveryWord {
  if (status === 'pending' && lastAttempt?.error && attemptCount > 0) return 'retrying'
  return status === 'failed' && deadLetter ? 'deadLetter' : status
}

export const DELIVERY_TONE: Record<DeliveryWord, Tone> = {
  pending: 'accent',
  retrying: 'neutral',
  succeeded: 'positive',
  failed: 'negative',
  deadLetter: 'negative',
  cancelled: 'quiet',
}

export const MAX_ATTEMPTS = 5
