/* Plain values that browsers load too. */

/**
 * Kinds of rows in contact_event. `optedOut`, `optedIn` and `preferencesChanged` are choices of the person, as are `smsOptedOut` and
 * `smsOptedIn` for text messages to their number; `bounced` is a lasting fault of the address; `smsReceived` is another text message from
 * them. `sendingAction` is what a member or a program did with one of their sendings.
 */
export const CONTACT_EVENT_KINDS = [
  'changed',
  'optedOut',
  'optedIn',
  'preferencesChanged',
  'bounced',
  'merged',
  'smsOptedOut',
  'smsOptedIn',
  'smsReceived',
  'sendingAction',
] as const
export type ContactEventKind = (typeof CONTACT_EVENT_KINDS)[number]

export const TIMELINE_GROUPS = ['messages', 'answers', 'changes', 'notes'] as const
export type TimelineGroup = (typeof TIMELINE_GROUPS)[number]

/** What the entries of a timeline come from, by group; the order of entries with one time. */
export const TIMELINE_SOURCES = {
  messages: ['message', 'sending'],
  answers: ['case', 'reply', 'response', 'review'],
  changes: ['consent', 'created', 'event'],
  notes: ['note', 'responseNote'],
} as const satisfies Record<TimelineGroup, readonly string[]>
export type TimelineSource = (typeof TIMELINE_SOURCES)[TimelineGroup][number]

export const TIMELINE_PAGE_SIZE = 25
export const CONTACT_NOTE_MAX_CHARACTERS = 10_000

/** Changes of contacts are kept that long; what other rows tell is not affected. */
export const CONTACT_EVENT_RETENTION_DAYS = 3 * 365
