import { z } from 'zod'

/*
 * The fields that many operations share, and the sentences that people read when one is wrong. Browsers load this too.
 */

z.config({ customError: (issue) => sentenceFor(issue) })

/** A UUID of any version: whether it exists is for the database to say. */
export const Id = z.guid('Give a UUID such as 0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57.')
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-01T09:30:00.000Z' })

export const Language = z.enum(['en', 'fr'])
export type Language = z.infer<typeof Language>

/** Text that PostgreSQL can store and everybody can read: no NUL, no half of a surrogate pair. */
export function Text(maxCharacters: number) {
  return z
    .string()
    .max(maxCharacters)
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), 'Remove the characters that are not text.')
}

/** Text that says something: trimmed, not empty. */
export function RequiredText(maxCharacters: number) {
  return Text(maxCharacters).trim().min(1, 'Fill this in.')
}

/** A string for everybody, or one for each language. */
export function LocalizedText(maxCharacters: number) {
  return z.union(
    [RequiredText(maxCharacters), z.object({ en: RequiredText(maxCharacters), fr: RequiredText(maxCharacters) })],
    'Give text, or an object with text under en and under fr.',
  )
}
export type LocalizedText = string | { en: string; fr: string }

/** Trimmed and lower-cased before anything else looks at it. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email('Enter a valid email address.')).meta({
  format: 'email',
  example: 'ada@example.com',
  description: 'Compared without regard to case or surrounding spaces.',
})

const whole = (what: string) => `Give a whole number for ${what}.`

/** `page` and `limit` as they stand in a query string (2.2); a `limit` above 100 is 100. */
export const PageQuery = z.object({
  page: z.coerce
    .number<number>(whole('page'))
    .int(whole('page'))
    .min(1, 'Pages start at 1.')
    .default(1)
    .describe('Page number, from 1. A page after the last is empty.'),
  limit: z.coerce
    .number<number>(whole('limit'))
    .int(whole('limit'))
    .min(1, 'Ask for at least 1 item.')
    .transform((limit) => Math.min(limit, 100))
    .default(50)
    .describe('Items per page, 1 to 100; a larger number counts as 100.'),
})

/** A boolean in a query string: `true` or `false`, nothing else. */
export const QueryBoolean = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean('Give true or false.'),
)

/** An ISO date or timestamp; a bare date means that whole UTC day. */
const DateOrTimestamp = z.union(
  [z.iso.date(), z.iso.datetime({ offset: true })],
  'Give a date such as 2026-03-01, or a timestamp such as 2026-03-01T09:30:00Z.',
)
export const StartDate = DateOrTimestamp.describe(
  'Earliest time, inclusive: an ISO 8601 date (its first moment in UTC) or timestamp with an offset.',
)
export const EndDate = DateOrTimestamp.describe(
  'Latest time, inclusive: an ISO 8601 date (that whole day in UTC) or timestamp with an offset.',
)

/** The half-open interval [from, before) that two filter dates mean. */
export function intervalOf(start: string | undefined, end: string | undefined): { from?: Date; before?: Date } {
  const day = 86_400_000
  return {
    ...(start === undefined ? {} : { from: storable(Date.parse(start)) }),
    ...(end === undefined ? {} : { before: storable(Date.parse(end) + (end.length === 10 ? day : 1)) }),
  }
}

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The nearest time that the database reads: it knows no year 0, and a year of five digits is written otherwise. */
function storable(ms: number): Date {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS))
}

type Issue = { code?: string; origin?: string; maximum?: unknown; minimum?: unknown; [key: string]: unknown }

function sentenceFor(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Fill this in.'
        : `Give ${WORD_OF_TYPE[String(issue.expected)] ?? 'another kind of value'}.`
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value':
      return `Give ${(issue.values as unknown[])
        .map(String)
        .join(', ')
        .replace(/, ([^,]*)$/, ' or $1')}.`
    case 'invalid_format':
      return issue.format === 'url' ? 'Enter a valid address.' : undefined
    default:
      return undefined
  }
}

const WORD_OF_TYPE: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function tooBig({ origin, maximum: limit }: Issue): string {
  const maximum = String(limit)
  if (origin === 'string') return `Use at most ${maximum} characters.`
  if (origin === 'array' || origin === 'set') return `Give at most ${maximum} items.`
  return `Give at most ${maximum}.`
}

function tooSmall({ origin, minimum: limit }: Issue): string {
  const minimum = String(limit)
  if (origin === 'string') return Number(minimum) <= 1 ? 'Fill this in.' : `Use at least ${minimum} characters.`
  if (origin === 'array' || origin === 'set')
    return `Give at least ${minimum === '1' ? 'one item' : `${minimum} items`}.`
  return `Give at least ${minimum}.`
}
