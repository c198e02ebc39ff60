import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { type ErrorMessageKey, localizableMessage } from '../messages/localizable-message'
import { describeIssue } from './describe-issue'
import { LANGUAGES } from './languages'

z.config({ customError: (issue) => describeIssue(issue) })

export const Id = z.guid(localizableMessage('value.id'))
export type Id = z.infer<typeof Id>

export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: '2026-03-01T09:30:00.000Z' })

/** IANA time zone name with a slash, or UTC. Support by the database is checked before it is stored (server/time-zones.ts). */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, localizableMessage('value.timeZone'))
  .meta({ example: 'Europe/Paris' })

export const Language = z.enum(LANGUAGES)
export type Language = z.infer<typeof Language>

export function maxCharactersCheck(maximum: number) {
  const check = z.check<string>(({ value: input, issues }) => {
    if (codePointLength(input) > maximum)
      issues.push({ code: 'too_big', origin: 'string', maximum, inclusive: true, input, continue: true })
  })
  // Makes zod emit `maxLength` in JSON Schema.
  check._zod.onattach.push((schema) => {
    schema._zod.bag['maximum'] = maximum
  })
  return check
}

export function codePointLength(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0)
}

/** Text that PostgreSQL can store: no NUL, no unpaired surrogates. Normalized to NFC. */
export function textSchema(maxCharacters: number) {
  return z
    .string()
    .check(maxCharactersCheck(maxCharacters))
    .refine((value) => !value.includes('\u0000') && value.isWellFormed(), localizableMessage('value.notText'))
    .overwrite(normalizeText)
}

/**
 * Normalizes to NFC, so that equal text has one spelling. Splits runs of more than thirty marks (UAX 15, 13), because
 * ordering them takes quadratic time.
 */
export function normalizeText(text: string): string {
  return text.replaceAll(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f').normalize('NFC')
}

export function requiredTextSchema(maxCharacters: number) {
  return textSchema(maxCharacters).trim().min(1, localizableMessage('value.missing'))
}

const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]*$/u

export function singleLineTextSchema(maxCharacters: number) {
  return textSchema(maxCharacters).trim().regex(ONE_LINE, localizableMessage('value.oneLine'))
}

export function localizedTextSchema(maxCharacters: number) {
  return z.union(
    [requiredTextSchema(maxCharacters), perLanguageSchema(requiredTextSchema(maxCharacters))],
    localizableMessage('value.perLanguage'),
  )
}

/** An object with a value for each language. */
export function perLanguageSchema<Schema extends z.ZodType>(schema: Schema) {
  const shape = Object.fromEntries(LANGUAGES.map((language) => [language, schema]))
  return z.object(shape as Record<Language, Schema>)
}

export type PerLanguage<Value> = Record<Language, Value>
export type LocalizedText = string | PerLanguage<string>

/** Schema of an object inside a body, whose empty texts are read as those of the body are. */
export function nestedObjectSchema<Schema extends z.ZodObject>(schema: Schema) {
  return z.preprocess((value) => (isObject(value) ? emptyToNull(value, schema) : value), schema)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Reads `""` as null in optional nullable fields: both unset the field. */
export function emptyToNull(fields: Record<string, unknown>, schema: z.ZodObject): Record<string, unknown> {
  const isClearable = (name: string) => {
    const field = schema.shape[name] as z.ZodType | undefined
    return field?._zod.optin === 'optional' && field.safeParse(null).success
  }
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, value === '' && isClearable(name) ? null : value]),
  )
}

const EMAIL_MAX_CHARACTERS = 254

export const Email = z
  .string()
  .overwrite(normalizeEmail)
  .check(maxCharactersCheck(EMAIL_MAX_CHARACTERS))
  .refine(isEmailAddress, localizableMessage('value.email'))
  .meta({
    // Not `email`, which has ASCII domains only.
    format: 'idn-email',
    example: 'ada@example.com',
    description: 'Case and surrounding spaces do not matter. Internationalized domains are accepted.',
  })

/**
 * Canonical form in which addresses are stored and compared: trimmed, lower case, NFC, and an internationalized domain
 * in Unicode, whether given as U-label or A-label (RFC 5890, 2.3.2.1). Overlong input is returned without normalizing
 * it.
 */
export function normalizeEmail(text: string): string {
  const normalized = text.trim().toLowerCase()
  if (normalized.length > 2 * EMAIL_MAX_CHARACTERS) return normalized
  const at = normalized.lastIndexOf('@')
  const domain = normalized.slice(at + 1)
  const unicode = /(?:^|\.)xn--/.test(domain) ? domainToUnicode(domain) : domain
  return (unicode === '' ? normalized : normalized.slice(0, at + 1) + unicode).normalize('NFC')
}

export function toAsciiEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  return email.slice(0, at + 1) + (domainToASCII(domain) || domain)
}

const ATOM = String.raw`[\w!#$%&'*+/=?^\x60{|}~-]+`
/** RFC 5321, 4.1.2: dot-atom, or a quoted string of printable characters without < and >, which delimit addresses in mail. */
const LOCAL_PART = new RegExp(String.raw`^(?:${ATOM}(?:\.${ATOM})*|"(?:[ !#-;=?-[\]-~]|\\[ -;=?-~])+")$`)
const LOCAL_PART_MAX_BYTES = 64
const DOMAIN = /^[\p{L}\p{N}\p{M}\p{Join_Control}-]+(?:\.[\p{L}\p{N}\p{M}\p{Join_Control}-]+)+$/u
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/
const DOMAIN_MAX_CHARACTERS = 253

/**
 * Whether mail can be sent to it from anywhere: a local part as in RFC 5321 (`o'brien`, `a&b`, `tag=1/2?`), and a
 * domain of at least two labels, internationalized or not. Prevents header and SMTP command injection.
 * @param text normalized.
 */
function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || local.length > LOCAL_PART_MAX_BYTES || !LOCAL_PART.test(local)) return false
  // Before mapping to ASCII, which takes quadratic time and never shortens a domain.
  if (domain.length > DOMAIN_MAX_CHARACTERS) return false
  if (!DOMAIN.test(domain) || domain !== domain.normalize('NFKC')) return false
  const ascii = toAsciiDomain(domain)
  const labels = ascii.split('.')
  // No top-level domain consists of digits only: that would be an IP address.
  const isName = /^(?=.*[a-z])..+$/.test(labels.at(-1) ?? '')
  return isName && ascii.length <= DOMAIN_MAX_CHARACTERS && labels.every((label) => LABEL.test(label))
}

function toAsciiDomain(domain: string): string {
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return ''
  }
}

const parseDigits = (value: unknown) =>
  typeof value !== 'string' ? value : /^-?[0-9]+$/.test(value) ? Number(value) : Number.NaN

export const queryNumberSchema = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z.preprocess<unknown, Schema, number>(parseDigits, schema)

const wholeNumberFromOne = (parameter: string, tooSmallKey: ErrorMessageKey) => {
  const message = localizableMessage('value.wholePage', { parameter })
  return queryNumberSchema(z.number(message).int(message).min(1, localizableMessage(tooSmallKey)))
}

export const PAGE_LIMIT_MAX = 100

export const PageQuery = z.object({
  page: wholeNumberFromOne('page', 'value.firstPage')
    .default(1)
    .describe('Page number, from 1. A page after the last one is empty.'),
  limit: wholeNumberFromOne('limit', 'value.limit')
    .transform((limit) => Math.min(limit, PAGE_LIMIT_MAX))
    .default(50)
    .describe('Items per page, from 1 to 100. A larger number counts as 100.'),
})

export type SortParameter<Key extends string> = Key | `-${Key}`

export const sortParameterSchema = <Key extends string>(keys: readonly Key[]) =>
  z.enum(keys.flatMap((key): SortParameter<Key>[] => [key, `-${key}`])).exactOptional()

export const QueryBoolean = z.preprocess(
  (value) => ({ true: true, false: false })[String(value).toLowerCase()] ?? value,
  z.boolean(localizableMessage('value.trueOrFalse')),
)

const ISO_TIME = z.union([
  z.iso.date(),
  z.iso.datetime({ offset: true }),
  z.iso.datetime({ offset: true, precision: -1 }),
])

/**
 * ISO date or timestamp; a bare date means the whole UTC day. Seconds are optional, the zone is not. Also accepts
 * spellings of RFC 3339 and of common clients: lower case, an offset without a colon, and an unencoded plus.
 */
const DateOrTimestamp = z
  .string(localizableMessage('value.date'))
  .overwrite(toIsoTime)
  .refine((text) => !/T[\d:.]+$/.test(text), { error: localizableMessage('value.dateZone'), abort: true })
  .refine((text) => ISO_TIME.safeParse(text).success, localizableMessage('value.date'))
  // The document lists the standard formats only, not the tolerated spellings.
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

export function toInterval(start: string | undefined, end: string | undefined): { from?: Date; before?: Date } {
  const day = 86_400_000
  return {
    ...(start === undefined ? {} : { from: clampToStorableDate(Date.parse(start)) }),
    ...(end === undefined ? {} : { before: clampToStorableDate(Date.parse(end) + (end.length === 10 ? day : 1)) }),
  }
}

export const Day = z.iso
  .date(localizableMessage('value.date'))
  .refine((day) => day >= '1970' && day < '3000', localizableMessage('value.date'))

const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/** Clamps to the range that PostgreSQL parses: no year 0, no five-digit years. */
export function clampToStorableDate(ms: number): Date {
  return new Date(Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS))
}

const REGION_OR_UTC = /^(?:UTC|[a-z][\w+-]*(?:\/[\w+-]+)+)$/i

function isTimeZone(name: string): boolean {
  return REGION_OR_UTC.test(name) && isRuntimeTimeZone(name)
}

export function isRuntimeTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
