/* Plain values that browsers load too. */

/** The kinds of review site that can be connected: one file each in `sources/`. */
export const SITE_KINDS = ['google', 'trustpilot', 'feed', 'sandbox'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/**
 * `connected`: looked at every 15 minutes. `reconnect`: the site lets us in no more, and an owner has to sign in there again.
 * `disconnected`: an owner ended it; its reviews stay. `removing`: they go too, and then it does.
 */
export const SOURCE_STATUSES = ['connected', 'reconnect', 'disconnected', 'removing'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]

/**
 * What became of a reply. `sending`: on its way to the site. `live`: people read it there. `pending`: the site looks at it
 * first. `rejected`: the site does not show it, and says why. `failed`: the site could not be reached for a day, or does not
 * take replies. `local`: its site is not connected, so it stays here. `removing`: deleted here, and on its way out there.
 */
export const REPLY_STATES = ['sending', 'live', 'pending', 'rejected', 'failed', 'local', 'removing'] as const
export type ReplyState = (typeof REPLY_STATES)[number]

/** What a list of reviews can be asked for: those without a reply, or with one in this state. */
export const REPLY_FILTERS = ['none', 'any', 'sending', 'live', 'pending', 'rejected', 'failed', 'local'] as const

/** Up to this many stars a review is a bad one. */
export const BAD_REVIEW_MAX_RATING = 3

export const REPLY_MAX_CHARACTERS = 2000
/** Google's own limit on a reply. */
export const GOOGLE_REPLY_MAX_BYTES = 4096

/** How long the places of a consent may take to be chosen. */
export const CONSENT_KEPT_MS = 3_600_000
