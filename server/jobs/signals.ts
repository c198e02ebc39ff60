/*
 * The queues of due work. A signal carries ids only; the work is in database rows.
 */

export const QUEUE_NAMES = [
  'webhooks/deliveries',
  'sequences/sendings',
  'reviews/sources',
  'reviews/replies',
  'records/removals',
  'responses/statistics',
  'alerts/alerts',
  'digests/digests',
  'emails/emails',
] as const

export type QueueName = (typeof QUEUE_NAMES)[number]

export const SERVICE_PARTITION = 'service'

/** Signals due work of an organization. One signal covers everything that is pending when its run begins. */
export type JobSignal = { queue: QueueName; organizationId: string }

export function deliveriesQueuedSignal(organizationId: string): JobSignal {
  return { queue: 'webhooks/deliveries', organizationId }
}

export function sendingsQueuedSignal(organizationId: string): JobSignal {
  return { queue: 'sequences/sendings', organizationId }
}

export function sourcesDueSignal(organizationId: string): JobSignal {
  return { queue: 'reviews/sources', organizationId }
}

export function repliesQueuedSignal(organizationId: string): JobSignal {
  return { queue: 'reviews/replies', organizationId }
}

export function systemEmailQueuedSignal(organizationId: string | null): JobSignal {
  return { queue: 'emails/emails', organizationId: organizationId ?? SERVICE_PARTITION }
}

export function alertsQueuedSignal(organizationId: string): JobSignal {
  return { queue: 'alerts/alerts', organizationId }
}

export function responseStatsOutdatedSignal(organizationId: string): JobSignal {
  return { queue: 'responses/statistics', organizationId }
}

export function removalsDueSignal(organizationId: string): JobSignal {
  return { queue: 'records/removals', organizationId }
}
