/* Plain values that browsers load too. */

/** A person's own opt-out comes first; only they can take it back. */
export const SUPPRESSION_REASONS = ['opted_out', 'unsubscribed', 'bounced', 'blocked'] as const

/** `imported`: added by an import, for any reason. */
export const SUPPRESSION_FILTERS = [...SUPPRESSION_REASONS, 'imported'] as const

/** Of one request. */
export const BLOCKED_ADDRESSES_MAX = 1000
export const BLOCKED_TEXT_MAX_CHARACTERS = 300_000
export const SUPPRESSION_NOTE_MAX_CHARACTERS = 200
