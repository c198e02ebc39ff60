export const VISIT_ENDS_AFTER_MS = 30 * 60_000
export const NOTED_EVERY_MS = 60_000
export const NEWS_AT_MOST = 1000
