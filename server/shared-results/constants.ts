/* Values that browsers load too. */

export const SHARED_RESULTS_PER_SURVEY_MAX = 50
export const SHARED_TITLE_MAX_CHARACTERS = 100
export const SHARED_PASSWORD_MIN_CHARACTERS = 8
export const SHARED_PASSWORD_MAX_CHARACTERS = 100

/** A token in an address: 16 random bytes. */
export const SHARED_TOKEN = /^[\w-]{22}$/
