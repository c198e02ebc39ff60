/**
 * Simulated behaviour; the first value of each is correct. `calls`: answered; 429 with Retry-After; 503; delayed by some seconds. `pages`:
 * complete; repeating the last review of the previous page; omitting their last review. `replies`: published immediately; pending until
 * moderated; rejected with a reason.
 */
export const SANDBOX_BEHAVIOURS = {
  calls: ['answered', 'limited', 'failing', 'slow'],
  pages: ['whole', 'repeating', 'skipping'],
  replies: ['published', 'held', 'rejected'],
} as const

/** Small, so that a few reviews already span several pages. */
export const SANDBOX_FEED_PAGE_SIZE = 10
/** Longer than the one-minute pause after a failed sync, so that honouring it is observable. */
export const SANDBOX_RETRY_AFTER_SECONDS = 120
export const SANDBOX_SLOW_SECONDS = 6
