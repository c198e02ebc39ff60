/** Placeholder for "no organization" (nil UUID, RFC 9562, 5.9); a database constraint rejects it as an id. */
export const NO_ORGANIZATION_ID = '00000000-0000-0000-0000-000000000000'

export const REVIEW_LINKS_MAX = 100

/**
 * Why outgoing messages of an organization are held: surveys, emails, SMS, webhooks, notifications. Held messages stay queued and resume
 * when the hold is lifted.
 */
const ORGANIZATION_RESTRICTIONS = ['verification', 'suspended', 'deletion'] as const
export type OrganizationRestriction = (typeof ORGANIZATION_RESTRICTIONS)[number]

/** The same, and why only the messages of sequences are held (server/sending-health). */
export const SENDING_RESTRICTIONS = [...ORGANIZATION_RESTRICTIONS, 'reputation'] as const
export type SendingRestriction = (typeof SENDING_RESTRICTIONS)[number]

export const ORGANIZATION_DELETION_GRACE_DAYS = 7
