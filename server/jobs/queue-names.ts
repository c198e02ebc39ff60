/* The queues of due work. A signal carries ids only; the work is in database rows. */

export const QUEUE_NAMES = [
  'webhooks/deliveries',
  'sequences/sendings',
  'sequences/entries',
  'sequences/entry-scans',
  'sequences/trigger-requests',
  'reviews/sources',
  'reviews/replies',
  'contacts/jobs',
  'records/removals',
  'responses/statistics',
  'alerts/alerts',
  'digests/digests',
  'sending-domains/checks',
  'link-domains/checks',
  'emails/emails',
  'test-organizations/clocks',
] as const

export type QueueName = (typeof QUEUE_NAMES)[number]

export const SERVICE_PARTITION = 'service'

/** Signals due work of an organization. One signal covers everything that is pending when its run begins. */
export type JobSignal = { queue: QueueName; organizationId: string }
