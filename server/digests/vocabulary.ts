/*
 * The values of weekly digests. Browsers load this, so it is plain data; schema.ts makes schemas of it.
 */

/** What became of one person's copy. */
export const DIGEST_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const

/**
 * Why nobody was told of a week: no surveys, answers or reviews in it and the one before; surveys, and neither answers nor reviews;
 * nobody wants it; the service did not run in time; or what held everything back that the organization sends.
 */
export const DIGEST_REASONS = [
  'nobodyAsked',
  'nothingCame',
  'noReader',
  'late',
  'verification',
  'suspended',
  'deletion',
] as const

/** How many answers a digest gives to read. */
export const ANSWERS_TO_READ = 3

/** As long as the overview's year, and some weeks. */
export const DIGESTS_KEPT_DAYS = 400
