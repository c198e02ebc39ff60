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

export const SERVICE = 'service'

/** Signals due work of an organization. One signal covers everything that is pending when its run begins. */
export type WakeEvent = { queue: QueueName; organizationId: string }

export function deliveriesQueued(organizationId: string): WakeEvent {
  return { queue: 'webhooks/deliveries', organizationId }
}

export function sendingsQueued(organizationId: string): WakeEvent {
  return { queue: 'sequences/sendings', organizationId }
}

export function sourcesDue(organizationId: string): WakeEvent {
  return { queue: 'reviews/sources', organizationId }
}

export function repliesQueued(organizationId: string): WakeEvent {
  return { queue: 'reviews/replies', organizationId }
}

export function systemEmailQueued(organizationId: string | null): WakeEvent {
  return { queue: 'emails/emails', organizationId: organizationId ?? SERVICE }
}

export function alertsQueued(organizationId: string): WakeEvent {
  return { queue: 'alerts/alerts', organizationId }
}

export function talliesOutdated(organizationId: string): WakeEvent {
  return { queue: 'responses/statistics', organizationId }
}

export function removalsDue(organizationId: string): WakeEvent {
  return { queue: 'records/removals', organizationId }
}
