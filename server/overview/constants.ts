/** Pages show no headline number and no chart below this: a single answer could reverse them. */
export const MIN_ANSWERS_FOR_SCORE = 10

export const BREAKDOWN_MAX_PARTS = 100

export const PERIOD_OPTIONS_DAYS = [7, 30, 90, 365] as const

/** What responses are about. A company is a contact organization. */
export const SUBJECT_KINDS = ['location', 'employee', 'company'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const BREAKDOWNS = ['survey', ...SUBJECT_KINDS, 'tag', 'segment', 'property'] as const
export type Breakdown = (typeof BREAKDOWNS)[number]

/** Each is counted on its own, because contacts are in several. */
export const SEGMENT_BREAKDOWN_MAX = 20

/** Breakdowns by segment and property read the latest responses of the period: this many in one to two seconds. */
export const CONTACT_BREAKDOWN_RESPONSES_MAX = 200_000
