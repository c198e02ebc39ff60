/**
 * How the sandbox site behaves, the first of each being well. `calls`: answered; 429 with Retry-After; 503; only after some
 * seconds. `pages`: whole; with the last review of the page before once more; without their last review. `replies`: shown at
 * once; held until its moderator has looked; rejected with a reason.
 */
export const SANDBOX_BEHAVIOURS = {
  calls: ['answered', 'limited', 'failing', 'slow'],
  pages: ['whole', 'repeating', 'skipping'],
  replies: ['published', 'held', 'rejected'],
} as const

/** Reviews on a page of its list: few, so that a handful of reviews has pages. */
export const SANDBOX_FEED_PAGE_SIZE = 10
/** Longer than the minute for which a site that failed is left alone anyhow, so that it can be seen to be honoured. */
export const SANDBOX_RETRY_AFTER_SECONDS = 120
export const SANDBOX_SLOW_SECONDS = 6
