/* Constants of sequences. No server dependencies: browsers load this file. */

export const MAX_DELAY_SECONDS = 365 * 24 * 60 * 60
export const MAX_STEPS = 50
/** How long a dedupe key belongs to its first sending. */
export const DEDUPE_KEY_DAYS = 90
export const DEDUPE_KEY_MAX_CHARACTERS = 200

export const STEP_TYPES = ['survey', 'email', 'sms', 'wait'] as const

export const STEP_CONDITIONS = ['always', 'not_answered', 'answered', 'positive', 'neutral', 'negative'] as const
