/** States of a case. A low score opens one by itself; any other response has one once a member opens it. */
export const CASE_STATES = ['open', 'contacted', 'resolved'] as const

/** What needs attention: one definition for the overview, the rail, the digest and the lists. */
export const UNRESOLVED_STATES = ['open', 'contacted'] as const satisfies readonly (typeof CASE_STATES)[number][]

/** What a list can be filtered by: a state, or every unresolved one. */
export const CASE_FILTERS = [...CASE_STATES, 'unresolved'] as const

/** Of cases, beside one member's: the reader's own, those that have somebody, those that have nobody. */
export const ASSIGNEE_FILTERS = ['me', 'somebody', 'nobody'] as const

/** What was done about a response. */
export const EVENT_KINDS = [
  'opened',
  'contacted',
  'resolved',
  'reopened',
  /** Its opening was taken back. */
  'unopened',
  'assigned',
  'unassigned',
  'dueSet',
  'dueRemoved',
  'tagAdded',
  'tagRemoved',
  'noteAdded',
  'noteRemoved',
  /** What the person wrote was removed. */
  'textErased',
  'replied',
  'replyRetried',
  'replyFailed',
] as const

export const NOTE_MAX_CHARACTERS = 4000

/** What becomes of an email to the customer; `captured` is kept in the Outbox, where no mail server is configured. */
export const REPLY_STATES = ['waiting', 'sent', 'captured', 'failed'] as const
/**
 * Why nobody can be written to: the contact is gone or opted out themself, mail to them bounced, or the writer's own address is not
 * confirmed.
 */
export const REPLY_OBSTACLES = ['contactDeleted', 'optedOut', 'suppressed', 'ownAddress'] as const
export const REPLY_MAX_CHARACTERS = 5000
export const SUBJECT_MAX_CHARACTERS = 200

/** The subject of what follows a mail with this one, as mail programs write it. */
export function followingSubject(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}

export const TAG_MAX_CHARACTERS = 50
/** Of an organization: more are no longer found at a glance. */
export const TAGS_AT_MOST = 200
export const TAGS_OF_RESPONSE_AT_MOST = 20
/** As many as a page of the list shows. */
export const CHANGED_AT_MOST = 100
