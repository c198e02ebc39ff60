export const CASE_STATES = ['open', 'contacted', 'resolved'] as const

type CaseValues = { state: string | null; assigneeId: string | null; dueOn: string | null }

export function areCasesEqual(one: CaseValues, other: CaseValues): boolean {
  return one.state === other.state && one.assigneeId === other.assigneeId && one.dueOn === other.dueOn
}

export const UNRESOLVED_STATES = ['open', 'contacted'] as const satisfies readonly (typeof CASE_STATES)[number][]

export const CASE_FILTERS = [...CASE_STATES, 'unresolved'] as const

export const ASSIGNEE_FILTERS = ['me', 'somebody', 'nobody'] as const

export const RESPONSE_EVENT_KINDS = [
  'opened',
  'contacted',
  'resolved',
  'reopened',
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
  'answersChanged',
  'replied',
  'replyRetried',
  'replyFailed',
] as const

export const NOTE_MAX_CHARACTERS = 4000

export const RESPONSE_REPLY_STATES = ['waiting', 'sent', 'captured', 'failed'] as const
export const REPLY_OBSTACLES = [
  'noContact',
  'contactDeleted',
  'optedOut',
  'blocked',
  'suppressed',
  'emailDeclined',
  'ownAddress',
] as const
export const RESPONSE_REPLY_MAX_CHARACTERS = 5000
export const REPLY_SUBJECT_MAX_CHARACTERS = 200

export function toReplySubject(subject: string): string {
  return /^re\s*:/i.test(subject) ? subject : `Re: ${subject}`
}

export const RESPONSE_TAG_MAX_CHARACTERS = 50
export const RESPONSE_TAGS_PER_ORGANIZATION_MAX = 200
export const TAGS_PER_RESPONSE_MAX = 20
/** Of one request. */
export const CHANGED_TAGS_MAX = 100
/** Responses that one bulk update can change. */
export const BULK_RESPONSES_MAX = 5000
