/* Plain data without zod, because browsers load this module; schema.ts derives the schemas. */

export const DIGEST_EMAIL_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const

/**
 * Why a week has no digest: no surveys, responses or reviews in it and the week before; surveys only; no recipients; the job ran too
 * late; or a hold on the organization's sending.
 */
export const DIGEST_SKIP_REASONS = [
  'nobodyAsked',
  'nothingCame',
  'noReader',
  'late',
  'verification',
  'suspended',
  'deletion',
] as const

export const HIGHLIGHTS_MAX = 3

export const DIGEST_RETENTION_DAYS = 400
