/* Plain values that browsers load too. */

/** Why two contacts may be the same person: which values they share. `address` allows for dots, plus parts and typos of the domain. */
export const DUPLICATE_REASONS = ['phone', 'nameAndCompany', 'nameAndAddress', 'address'] as const

export const DUPLICATES_MAX = 100
