/** Stands for none where an organization's id is asked for: no organization has the nil UUID (RFC 9562, 5.9), the database sees to it. */
export const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'

/** A few for each of many locations. */
export const REVIEW_LINKS_MAX = 100

/**
 * Why nothing of an organization may leave: no survey, no mail, no SMS, no webhook, no notice. What would leave waits in
 * its row and goes on when the hold is lifted.
 */
export const HOLDS = ['verification', 'suspended', 'deletion'] as const
export type Hold = (typeof HOLDS)[number]

/** For so long an organization that its owner deletes can be kept. */
export const DELETION_GRACE_DAYS = 7
