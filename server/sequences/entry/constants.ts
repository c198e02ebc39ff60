/* Constants of entry rules. No server dependencies: browsers load this file. */

export const ENTRY_RULES_MAX = 10
export const ENTRY_DAYS_MAX = 730
export const DAY_OFFSET_MAX = 365
export const SAMPLE_MAX = 1000
export const CANDIDATE_RETENTION_DAYS = 90

export const ENTRY_TYPES = [
  'contact_created',
  'tag_added',
  'tag_removed',
  'response_given',
  'review_matched',
  'segment_entered',
  'date_reached',
  'recurring',
] as const

/** Ways in which a contact is created; those of an enrolment already are in a sequence. */
export const CREATION_WAYS = ['dashboard', 'api', 'import'] as const

/** Types whose contacts are found by scans; those of the others are recorded as it happens. */
export const SCANNED_TYPES: readonly (typeof ENTRY_TYPES)[number][] = ['segment_entered', 'date_reached', 'recurring']
