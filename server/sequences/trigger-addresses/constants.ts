/* Constants of trigger addresses. No server dependencies: browsers load this file. */

export const TRIGGER_BODY_MAX_BYTES = 256 * 1024
/** Elements of a body that is a list: each is a request of its own. */
export const TRIGGER_BATCH_MAX = 100
export const TRIGGER_REQUEST_RETENTION_DAYS = 90
export const TRIGGER_BODY_RETENTION_DAYS = 30
export const TRIGGER_REPLAYS_AT_ONCE = 1000

const MEBIBYTE = 1024 * 1024
/** Stored content of decided requests: beyond it, the oldest is erased. */
export const TRIGGER_CONTENT_MAX_BYTES = { ofAddress: 200 * MEBIBYTE, ofOrganization: 1024 * MEBIBYTE }
/** Stored content of requests of an organization that wait for a decision: beyond it, new ones are refused. */
export const TRIGGER_WAITING_MAX_BYTES = 1024 * MEBIBYTE
/** Decisions that are begun before a request fails. */
export const TRIGGER_ATTEMPTS_MAX = 8

export const PATH_MAX_SEGMENTS = 10
export const PATH_KEY_MAX_CHARACTERS = 200
export const MAPPED_PROPERTIES_MAX = 20
export const CONDITIONS_MAX = 10

export const TRIGGER_OPERATORS = ['is', 'isNot', 'contains', 'exists', 'isMissing', 'greater', 'less'] as const
export type TriggerOperator = (typeof TRIGGER_OPERATORS)[number]
/** Operators that compare with a value. */
export const COMPARING_OPERATORS: readonly TriggerOperator[] = ['is', 'isNot', 'contains', 'greater', 'less']

/** What is read from a body, apart from properties of contacts. */
export const MAPPED_FIELDS = [
  'email',
  'firstName',
  'lastName',
  'fullName',
  'phone',
  'language',
  'location',
  'employee',
  'dedupeKey',
] as const
export type MappedField = (typeof MAPPED_FIELDS)[number]

/** Parts of a path are keys of objects and positions in lists, from 0. In a list, `*` is the first element with the rest of the path. */
export type BodyPath = readonly (string | number)[]
export const ANY_ELEMENT = '*'

/** `customer.emails[0].value`; in a list `[*]` for any element. */
export function formatPath(path: BodyPath): string {
  return path
    .map((part, index) =>
      typeof part === 'number' || part === ANY_ELEMENT ? `[${part}]` : `${index === 0 ? '' : '.'}${part}`,
    )
    .join('')
}

export const TRIGGER_OUTCOMES = [
  'entered',
  'sample',
  'duplicate',
  'filtered',
  'invalid',
  'enteredBefore',
  'sequenceInactive',
  'failed',
  'unsubscribed',
  'blocked',
  'bounced',
  'noPhone',
  'emailDeclined',
  'forged',
  'unreadable',
  'tooLarge',
] as const

/** Outcomes of requests that neither entered nor were meant not to. */
export const FAILED_OUTCOMES = ['invalid', 'failed', 'forged', 'unreadable', 'tooLarge', 'sequenceInactive'] as const

/** Outcomes after which many requests may enter if they are sent again, once their cause was removed. */
export const REPLAYABLE_OUTCOMES = ['sample', 'filtered', 'invalid', 'sequenceInactive', 'failed'] as const

/** Requests that were refused when they came: nothing of them is kept but that they came. */
export const REFUSED_OUTCOMES = ['forged', 'unreadable', 'tooLarge'] as const
export type RefusedOutcome = (typeof REFUSED_OUTCOMES)[number]
