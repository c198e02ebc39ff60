import type { Tone } from '@/components/ui/content/badge'
import type { DashboardSubscription, Delivery } from '@/server/webhooks/schema'

export const SUBSCRIPTION_STATE_TONES: Record<DashboardSubscription['state'], Tone> = {
  active: 'positive',
  paused: 'neutral',
  deactivated: 'negative',
}

/** Display state: `retrying` is pending after a failure; `deadLetter` is failed after the last attempt. */
export type DeliveryDisplayStatus = Delivery['status'] | 'retrying' | 'deadLetter'

export function getDeliveryDisplayStatus({
  status,
  attemptCount,
  lastAttempt,
  deadLetter,
}: Delivery): DeliveryDisplayStatus {
  if (status === 'pending' && lastAttempt?.error && attemptCount > 0) return 'retrying'
  return status === 'failed' && deadLetter ? 'deadLetter' : status
}

export const DELIVERY_STATUS_TONES: Record<DeliveryDisplayStatus, Tone> = {
  pending: 'accent',
  retrying: 'neutral',
  succeeded: 'positive',
  failed: 'negative',
  deadLetter: 'negative',
  cancelled: 'quiet',
}

export const MAX_DELIVERY_ATTEMPTS = 5
