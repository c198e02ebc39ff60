/** A low score opens a case automatically; for any other response a member opens it. */
export const CASE_STATES = ['open', 'contacted', 'resolved'] as const

/** The single definition for the overview, the navigation, the digest and the lists. */
export const UNRESOLVED_STATES = ['open', 'contacted'] as const satisfies readonly (typeof CASE_STATES)[number][]

export const CASE_FILTERS = [...CASE_STATES, 'unresolved'] as const

export const ASSIGNEE_FILTERS = ['me', 'somebody', 'nobody'] as const

export const EVENT_KINDS = [
  'opened',
  'contacted',
  'resolved',
  'reopened',
  /** The opening was undone. */
  'unopened',
  'assigned',
  'unassigned',
  'dueSet',
  'dueRemoved',
  'tagAdded',
  'tagRemoved',
  'noteAdded',
  'noteRemoved',
  'textErased',
  'replied',
  'replyRetried',
  'replyFailed',
] as const

export const NOTE_MAX_CHARACTERS = 4000

/** `captured`: kept in the Outbox because no mail server is configured. */
export const REPLY_STATES = ['waiting', 'sent', 'captured', 'failed'] as const
/** Why a reply cannot be sent: the contact was deleted or opted out, email to them bounced, or the author's address is unconfirmed. */
export const REPLY_OBSTACLES = ['contactDeleted', 'optedOut', 'suppressed', 'ownAddress'] as const
export const REPLY_MAX_CHARACTERS = 5000
export const SUBJECT_MAX_CHARACTERS = 200

export function followingSubject(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}

export const TAG_MAX_CHARACTERS = 50
export const TAGS_AT_MOST = 200
export const TAGS_OF_RESPONSE_AT_MOST = 20
export const CHANGED_AT_MOST = 100
