/* Plain values that browsers load too. */

/**
 * What a provider reports about a message that it had accepted.
 * - `deferred`: not delivered yet, still trying
 * - `bounced`: refused for good, by or for the recipient
 * - `rejected`: not sent at all, for another reason than the recipient
 * - `complained`: the recipient marked it as spam
 * - `unsubscribed`: the recipient unsubscribed at the provider
 */
export const MESSAGE_EVENT_KINDS = [
  'delivered',
  'deferred',
  'bounced',
  'complained',
  'opened',
  'clicked',
  'rejected',
  'unsubscribed',
] as const

export const BOUNCE_TYPES = ['hard', 'soft'] as const

export const MESSAGE_EVENT_RETENTION_DAYS = 400
