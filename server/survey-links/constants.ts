/* Values that browsers load too. */

export const ASKS_CONTACT = ['no', 'optional', 'required'] as const

/** Why an answer looks like a machine's: a hidden field was filled, it came too soon, or too many came. */
export const RESPONSE_FLAGS = ['honeypot', 'fast', 'many'] as const
export type ResponseFlag = (typeof RESPONSE_FLAGS)[number]

export const SURVEY_LINK_STATES = ['open', 'inactive', 'ended', 'full', 'archived'] as const

export const LINKS_PER_SURVEY_MAX = 500
export const LINK_NAME_MAX_CHARACTERS = 100
export const PLACEMENT_MAX_CHARACTERS = 40
export const QUOTA_MAX = 1_000_000
export const PIN_MAX_CHARACTERS = 12
export const SLUG_MAX_CHARACTERS = 60
export const CONTACT_NAME_MAX_CHARACTERS = 100
export const SIGNED_TOKEN_MAX_CHARACTERS = 8000
