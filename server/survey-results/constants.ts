/** Responses that are read for results with a filter that the daily stats do not have. */
export const FILTERED_RESPONSES_MAX = 20_000

/** The latest responses that texts, times and the place where people stop come from. */
export const RECENT_RESPONSES_MAX = 2000

export const LATEST_TEXTS_MAX = 5
