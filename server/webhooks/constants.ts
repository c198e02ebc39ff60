/* Constants of webhooks. No server dependencies: browsers load this file. */

/** Those with a dot name the record and what happened to it; new kinds do. */
export const TRIGGER_TYPES = [
  'new_response',
  'detractor_response',
  'new_review',
  'bad_review',
  'new_contact',
  'contact.bounced',
  'sending.failed',
] as const

export const EVENT_KINDS = [...TRIGGER_TYPES, 'step.completed'] as const

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

/** Of one delivery: the fifth failure is final. */
export const MAX_ATTEMPTS = 5
