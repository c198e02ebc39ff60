/** Away for longer, and the next look is another visit. */
export const VISIT_ENDS_AFTER_MS = 30 * 60_000
/** While a visit goes on, it is written down this seldom. */
export const NOTED_EVERY_MS = 60_000
/** So many are counted of what is new; beyond, more is simply much. */
export const NEWS_AT_MOST = 1000
