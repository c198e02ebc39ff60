import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { type Sentence, type SentenceKey, sentence } from '../messages/sentence'
import { LANGUAGES } from './vocabulary'

/*
 * The fields that many operations share, and what is said of one that is wrong.
 */

z.config({ customError: (issue) => sentenceFor(issue) })

/** A UUID of any version: whether it exists is for the database to say. */
export const Id = z.guid(sentence('value.id'))
export type Id = z.infer<typeof Id>

/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-01T09:30:00.000Z' })

/** As IANA names it: a place, or UTC. Whether the database has it, too, is asked before it is stored (server/time-zones.ts). */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, sentence('value.timeZone'))
  .meta({ example: 'Europe/Paris' })

export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

/**
 * At most so many characters, as `maxLength` in JSON Schema and people count them: Unicode code points. JavaScript's length,
 * and zod's, count an emoji twice.
 */
export function atMostCharacters(maximum: number) {
  const check = z.check<string>(({ value: input, issues }) => {
    if (charactersIn(input) > maximum)
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input, continue: true })
  })
  // What the document says of the field.
  check._zod.onattach.push((schema) => {
    schema._zod.bag['maximum'] = maximum
  })
  return check
}

/** Unicode code points; half of a surrogate pair counts as one. */
export function charactersIn(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}

/** Text that PostgreSQL can store and everybody can read, composed (NFC): no NUL, no half of a surrogate pair. */
export function Text(maxCharacters: number) {
  return z
    .string()
    .check(atMostCharacters(maxCharacters))
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), sentence('value.notText'))
    .overwrite(composed)
}

/**
 * In Unicode's composed form (NFC), so that one text has one spelling. Runs of more than thirty marks are divided as in UAX 15, 13, because
 * ordering them takes quadratic time.
 */
export function composed(text: string): string {
  return text.replaceAll(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f').normalize('NFC')
}

/** Text that says something: trimmed, not empty. */
export function RequiredText(maxCharacters: number) {
  return Text(maxCharacters).trim().min(1, sentence('value.missing'))
}

/** Without line breaks, and without signs that turn the direction of what stands around them. */
const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u

/** A person's name, or what stands beside one: one line, trimmed. */
export function Name(maxCharacters: number) {
  return Text(maxCharacters).trim().regex(ONE_LINE, sentence('value.oneLine'))
}

/** A string for everybody, or one for each language. */
export function LocalizedText(maxCharacters: number) {
  return z.union(
    [RequiredText(maxCharacters), z.object({ en: RequiredText(maxCharacters), fr: RequiredText(maxCharacters) })],
    sentence('value.perLanguage'),
  )
}
export type LocalizedText = string | { en: string; fr: string }

const EMAIL_MAX_CHARACTERS = 254

/** In its one form before anything else reads it: {@link normalizeEmail}. */
export const Email = z
  .string()
  .overwrite(normalizeEmail)
  .check(atMostCharacters(EMAIL_MAX_CHARACTERS))
  .refine(isEmailAddress, sentence('value.email'))
  .meta({
    // Not `email`: that has ASCII domains alone.
    format: 'idn-email',
    example: 'ada@example.com',
    description: 'Case and surrounding spaces do not matter. Internationalized domains are accepted.',
  })

/**
 * The one form in which addresses are stored and compared: trimmed, in lower case, composed (NFC), and an internationalized domain in
 * Unicode, whichever of its two forms is given (RFC 5890, 2.3.2.1). What is too long for an address stays as it is.
 */
export function normalizeEmail(text: string): string {
  const plain = text.trim().toLowerCase()
  if (plain.length > 2 * EMAIL_MAX_CHARACTERS) return plain
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  const unicode = /(?:^|\.)xn--/.test(domain) ? domainToUnicode(domain) : domain
  return (unicode === '' ? plain : plain.slice(0, at + 1) + unicode).normalize('NFC')
}

/** A normalised address with its domain in ASCII, as mail servers have it. */
export function toAsciiAddress(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return email.slice(0, at + 1) + (domainToASCII(domain) || domain)
}

const ATOM = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`
/** RFC 5321, 4.1.2: atoms with dots between them, or anything printable in quotes; but for < and >, in which mail stands. */
const LOCAL_PART = new RegExp(String.raw`^(?:${ATOM}(?:\.${ATOM})*|"(?:[ !#-;=?-[\]-~]|\\[ -;=?-~])+")$`)
const LOCAL_PART_MAX_BYTES = 64
/** Letters, digits and marks of any language, and the two joiners (Join_Control) that some of them need. */
const DOMAIN = /^[\p{L}\p{N}\p{M}\p{Join_Control}-]+(?:\.[\p{L}\p{N}\p{M}\p{Join_Control}-]+)+$/u
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const DOMAIN_MAX_CHARACTERS = 253

/**
 * Whether mail can be addressed to it from anywhere: a local part as RFC 5321 has it (`o'brien`, `a&b`, `tag=1/2?`), and a
 * domain of at least two labels, internationalized or not. Nothing in it can end a header or a command of SMTP.
 * @param text normalised.
 */
function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > LOCAL_PART_MAX_BYTES || !LOCAL_PART.test(local)) return false
  // Before it is mapped to ASCII, which takes quadratic time and makes no domain shorter.
  if (domain.length > DOMAIN_MAX_CHARACTERS) return false
  if (!DOMAIN.test(domain) || domain !== domain.normalize('NFKC')) return false
  const ascii = domainToAscii(domain)
  const labels = ascii.split('.')
  // Name servers know no top level of digits alone: that would be a number's address.
  const isName = /^(?=.*[a-z])..+$/.test(labels.at(-1) ?? '')
  return isName && ascii.length <= DOMAIN_MAX_CHARACTERS && labels.every((label) => LABEL.test(label))
}

/** The domain as name servers know it (IDNA, as browsers do it); empty when it is none. */
function domainToAscii(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

/** Of a text digits alone make a number: `Number` would also take `0x5`, `1e1` and a blank, which is 0. */
const digitsOnly = (value: unknown) =>
  typeof value !== 'string' ? value : /^-?[0-9]+$/.test(value) ? Number(value) : Number.NaN

/** A whole number in a query string; page code gives the number itself. */
export const QueryNumber = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.preprocess<unknown, Schema, number>(digitsOnly, schema)

const whole = (parameter: string) => sentence('value.wholePage', { parameter })

/** The largest `limit`; a larger one counts as this. */
export const LIMIT_MAX = 100

/** `page` and `limit` as they stand in a query string (2.2); a `limit` above 100 is 100. */
export const PageQuery = z.object({
  page: QueryNumber(z.number(whole('page')).int(whole('page')).min(1, sentence('value.firstPage')))
    .default(1)
    .describe('Page number, from 1. A page after the last one is empty.'),
  limit: QueryNumber(z.number(whole('limit')).int(whole('limit')).min(1, sentence('value.limit')))
    .transform((limit) => Math.min(limit, LIMIT_MAX))
    .default(50)
    .describe('Items per page, from 1 to 100. A larger number counts as 100.'),
})

/** A column's name, or with `-` before it from its end. */
export type SortBy<Key extends string> = Key | `-${Key}`

/** By which column a list is ordered: `name`, or `-name` from its end. */
export const SortKey = <Key extends string>(keys: readonly Key[]) =>
  z.enum(keys.flatMap((key): SortBy<Key>[] => [key, `-${key}`])).exactOptional()

/** A boolean in a query string: `true` or `false`, in small letters or not. */
export const QueryBoolean = z.preprocess(
  (value) => ({ true: true, false: false })[String(value).toLowerCase()] ?? value,
  z.boolean(sentence('value.trueOrFalse')),
)

const ISO_TIME = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
])

/**
 * An ISO date or timestamp; a bare date means that whole UTC day. Seconds may be left out, the zone may not. Spellings of RFC 3339 and of
 * clients are read too: small letters, an offset without a colon, and a plus that was not encoded.
 */
const DateOrTimestamp = z
  .string(sentence('value.date'))
  .overwrite(toIsoTime)
  .refine((text) => !/T[\d:.]+$/.test(text), { error: sentence('value.dateZone'), abort: true })
  .refine((text) => ISO_TIME.safeParse(text).success, sentence('value.date'))
  // The document names the formats, not the spellings that are read beside them.
  .meta({ anyOf: z.toJSONSchema(ISO_TIME).anyOf })

function toIsoTime(text: string): string {
  if (text.length > 40) return text
  return text
    .trim()
    .toUpperCase()
    .replace(/ (?=\d\d:?\d\d$)/, '+')
    .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
}
export const StartDate = DateOrTimestamp.describe(
  'From this time on: an ISO 8601 date (from the start of that day in UTC) or a timestamp with an offset.',
)
export const EndDate = DateOrTimestamp.describe(
  'Up to and including this time: an ISO 8601 date (that whole day in UTC) or a timestamp with an offset.',
)

/** The half-open interval [from, before) that two filter dates mean. */
export function toInterval(start: string | undefined, end: string | undefined): { from?: Date; before?: Date } {
  const day = 86_400_000
  return {
    ...(start === undefined ? {} : { from: storable(Date.parse(start)) }),
    ...(end === undefined ? {} : { before: storable(Date.parse(end) + (end.length === 10 ? day : 1)) }),
  }
}

/** A day, `2026-03-01`, with which one can reckon: the database knows no year 0, and none of five digits. */
export const Day = z.iso
  .date(sentence('value.date'))
  .refine((day) => day >= '1970' && day < '3000', sentence('value.date'))

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** The nearest time that the database reads: it knows no year 0, and a year of five digits is written otherwise. */
export function storable(ms: number): Date {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS))
}

/** Abbreviations and offsets mean one thing to browsers and another to PostgreSQL: only what has a slash means a place to both. */
const PLACE_OR_UTC = /^(?:UTC|[a-z][\w+-]*(?:\/[\w+-]+)+)$/i

function isTimeZone(name: string): boolean {
  return PLACE_OR_UTC.test(name) && isKnownToRuntime(name)
}

/** Whether times can be shown by it here. */
export function isKnownToRuntime(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

type Issue = { code?: string; origin?: string; maximum?: unknown; minimum?: unknown; [key: string]: unknown }

function sentenceFor(issue: Issue): Sentence {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? sentence('value.missing')
        : sentence('value.kind', { kind: String(issue.expected) })
    case 'too_big':
      return tooBig(issue)
    case 'too_small':
      return tooSmall(issue)
    case 'invalid_value':
      return sentence('value.oneOf', { options: (issue.values as unknown[]).map(String) })
    case 'invalid_format':
      return sentence(FORMATS[String(issue.format)] ?? 'value.invalid')
    default:
      return sentence('value.invalid')
  }
}

const FORMATS: Record<string, SentenceKey> = { url: 'value.url', datetime: 'value.dateTime' }

function tooBig({ origin, maximum: limit }: Issue): Sentence {
  const maximum = String(limit)
  if (origin === 'string') return sentence('value.maxCharacters', { maximum })
  if (origin === 'array' || origin === 'set') return sentence('value.maxItems', { maximum })
  return sentence('value.maximum', { maximum })
}

function tooSmall({ origin, minimum: limit }: Issue): Sentence {
  const minimum = Number(limit)
  if (origin === 'string')
    return minimum <= 1 ? sentence('value.missing') : sentence('value.minCharacters', { minimum })
  if (origin === 'array' || origin === 'set') return sentence('value.minItems', { minimum })
  return sentence('value.minimum', { minimum })
}
