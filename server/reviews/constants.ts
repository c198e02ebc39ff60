/* Constants without server dependencies; also loaded by browsers. */

export const SITE_KINDS = ['google', 'trustpilot', 'feed', 'sandbox'] as const
export type SiteKind = (typeof SITE_KINDS)[number]

/**
 * `connected`: synced every 15 minutes. `reconnect`: the site denies access until an owner signs in again. `disconnected`: by an owner;
 * reviews are kept. `removing`: a job deletes the reviews, then the source.
 */
export const SOURCE_STATUSES = ['connected', 'reconnect', 'disconnected', 'removing'] as const
export type SourceStatus = (typeof SOURCE_STATUSES)[number]

/**
 * `sending`: queued for the site. `live`: published. `pending`: in review at the site. `rejected`: not published by the site, with a
 * reason. `failed`: the site was unreachable for a day, or does not accept replies. `local`: not sent, because the source is not connected.
 * `removing`: deleted here, to be deleted on the site.
 */
export const REVIEW_REPLY_STATES = ['sending', 'live', 'pending', 'rejected', 'failed', 'local', 'removing'] as const
export type ReviewReplyState = (typeof REVIEW_REPLY_STATES)[number]

export const REVIEW_REPLY_FILTERS = [
  'none',
  'any',
  'sending',
  'live',
  'pending',
  'rejected',
  'failed',
  'local',
] as const

export const BAD_REVIEW_MAX_RATING = 3

export const REVIEW_REPLY_MAX_CHARACTERS = 2000
export const GOOGLE_REPLY_MAX_BYTES = 4096

export const GOOGLE_CONSENT_VALID_MS = 3_600_000
