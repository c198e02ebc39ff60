import type { ColumnTarget } from '../columns/headings'

/* Plain values that browsers load too. */

/** What a file lists. */
export const IMPORT_RECORDS = ['people', 'answers', 'unsubscribes', 'bounces', 'blocked'] as const
export type ImportRecords = (typeof IMPORT_RECORDS)[number]

/** The targets that each kind of file offers, besides properties, in the order of the menu. */
export const TARGETS_BY_RECORDS: Record<ImportRecords, readonly ColumnTarget[]> = {
  people: [
    'email',
    'firstName',
    'lastName',
    'fullName',
    'phone',
    'title',
    'preferredLanguage',
    'location',
    'company',
    'tags',
    'unsubscribed',
    'subscribed',
    'unsubscribedAt',
    'suppressionReasons',
    'dedupeKey',
  ],
  answers: [
    'email',
    'score',
    'comment',
    'answeredAt',
    'survey',
    'location',
    'company',
    'answerId',
    'firstName',
    'lastName',
    'fullName',
    'phone',
    'title',
    'preferredLanguage',
    'tags',
  ],
  unsubscribes: ['email', 'unsubscribed', 'subscribed', 'unsubscribedAt'],
  bounces: ['email', 'bounced'],
  blocked: ['email'],
}

/** `newProperty` keeps a column as a custom field under a key made from its heading. */
export type ImportTarget = ColumnTarget | 'newProperty'

/**
 * `duplicate` repeats an address or an answer of the file, and `skipped` is an address that exists · `unchanged` had nothing new ·
 * `answered` added an answer · `suppressed` was added to the addresses that get no messages.
 */
export const ROW_OUTCOMES = [
  'created',
  'answered',
  'updated',
  'unchanged',
  'skipped',
  'duplicate',
  'suppressed',
  'refused',
] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]

/** Why an imported contact was not enrolled; besides `UnreachableReason`. */
export const NOT_ENROLLED_REASONS = [
  'alreadyEnrolled',
  'duplicateKey',
  'sequenceInactive',
  'unsubscribed',
  'blocked',
  'bounced',
  'noPhone',
  'emailDeclined',
] as const
export type NotEnrolledReason = (typeof NOT_ENROLLED_REASONS)[number]

/** A multiple of 3, so that base64 needs no padding between chunks, and below the body limit with it. */
export const CHUNK_BYTES = 720 * 1024
export const IMPORT_FILE_MAX_BYTES = 60 * 1024 * 1024
export const IMPORTS_IN_WORK_MAX = 3
export const PREVIEW_ROWS = 10

/** Of one file. More are something else in that column; the lists of locations to choose from have one page. */
export const NEW_LOCATIONS_MAX = 1000
export const NEW_COMPANIES_MAX = 20_000

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export const DECIMAL_MARKS = ['.', ','] as const

/** Whether the rows of a file are written as contacts, with their properties. */
export function importsContacts(records: ImportRecords): boolean {
  return records === 'people' || records === 'answers'
}

/** After that an import cannot be undone, and its refused rows are gone. */
export const IMPORT_ROW_RETENTION_DAYS = 90
