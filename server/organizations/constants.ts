/** Placeholder for "no organization" (nil UUID, RFC 9562, 5.9); a database constraint rejects it as an id. */
export const NO_ORGANIZATION_ID = '00000000-0000-0000-0000-000000000000'

export const REVIEW_LINKS_MAX = 100

/**
 * Why outgoing messages of an organization are held: surveys, emails, SMS, webhooks, notifications. `reputation` holds only messages to
 * contacts. Held messages stay queued and resume when the hold is lifted.
 */
export const SENDING_RESTRICTIONS = ['verification', 'suspended', 'deletion', 'reputation'] as const
export type SendingRestriction = (typeof SENDING_RESTRICTIONS)[number]

export const ORGANIZATION_DELETION_GRACE_DAYS = 7
