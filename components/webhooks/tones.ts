import type { Tone } from '@/components/ui/content/badge'
import type { ConsoleSubscription, Delivery } from '@/server/webhooks/schema'

export const SUBSCRIPTION_TONE: Record<ConsoleSubscription['state'], Tone> = {
  active: 'positive',
  paused: 'neutral',
  deactivated: 'negative',
}

/** What a delivery is called: `pending` after a failure is being retried, `failed` after the fifth was given up. */
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

/** More than that many attempts are never made of one delivery. */
export const MAX_ATTEMPTS = 5
