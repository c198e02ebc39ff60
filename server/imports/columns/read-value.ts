import { Temporal } from 'temporal-polyfill'
import { toE164 } from '../../contacts/phone'
import type { SuppressionReason } from '../../contacts/queries'
import { CONTACT_TAGS_MAX } from '../../contacts/schema'
import { parseTagList } from '../../contacts/tag-list'
import { codePointLength, Email, type Language } from '../../validation/schema'
import { type Cell, formatCell } from '../files/table-row'
import { toPlainWords } from './plain-words'
import { type DateOrder, type LocalDate, readDate, readSerial } from './read-date'
import { type DecimalMark, readNumber } from './read-number'

export type ValueContext = {
  /** ISO 3166-1 alpha-2, for phone numbers without a country code. */
  country: string
  dateOrder: DateOrder
  decimalMark: DecimalMark
  /** IANA time zone of times without an offset. */
  timeZone: string
}

export type ValueErrorCode =
  | 'email'
  | 'phone'
  | 'number'
  | 'score'
  | 'date'
  | 'boolean'
  | 'suppressionReason'
  | 'language'
  | 'unsupportedLanguage'
  | 'unknownChoice'
  | 'tagTooLong'
  | 'tooManyTags'
  /** The cell of the workbook holds an error such as `#N/A`. */
  | 'formulaError'

export type ReadValue<Value> = { value: Value } | { error: ValueErrorCode }

type Values = {
  text: string
  email: string
  phone: string
  number: number
  score: number
  date: string
  dateTime: string
  boolean: boolean
  unsubscribed: boolean
  subscribed: boolean
  bounced: boolean
  suppressionReasons: SuppressionReason[]
  language: Language
  tags: string[]
}
export type ValueKind = keyof Values

const TAG_MAX_CHARACTERS = 50

const READERS: { [Kind in ValueKind]: (cell: Cell, context: ValueContext) => ReadValue<Values[Kind]> } = {
  text: (cell) => ({ value: formatCell(cell).trim() }),
  email: (cell) => {
    const { data } = Email.safeParse(unwrapAddress(formatCell(cell)))
    return data === undefined ? { error: 'email' } : { value: data }
  },
  phone: (cell, { country }) => valueOr(toE164(formatCell(cell), country), 'phone'),
  number: (cell, { decimalMark }) =>
    typeof cell === 'number' ? { value: cell } : valueOr(readNumber(formatCell(cell), decimalMark), 'number'),
  score: (cell, { decimalMark }) =>
    typeof cell === 'number' ? { value: cell } : valueOr(readScore(formatCell(cell), decimalMark), 'score'),
  date: (cell, context) => valueOr(toDay(readDateCell(cell, context), context), 'date'),
  dateTime: (cell, context) => valueOr(toTimestamp(readDateCell(cell, context), context), 'date'),
  boolean: (cell) => valueOr(readWord(cell, YES, NO), 'boolean'),
  unsubscribed: (cell, context) =>
    valueOr(readState(cell, [YES, UNSUBSCRIBED], [NO, SUBSCRIBED]) ?? isDate(cell, context), 'boolean'),
  subscribed: (cell) => valueOr(readState(cell, [YES, SUBSCRIBED], [NO, UNSUBSCRIBED]), 'boolean'),
  bounced: (cell, context) => valueOr(readWord(cell, BOUNCED, DELIVERED) ?? isDate(cell, context), 'boolean'),
  suppressionReasons: (cell) => readSuppressionReasons(formatCell(cell)),
  language: (cell) => readLanguage(formatCell(cell)),
  tags: (cell) => readTags(formatCell(cell)),
}

/**
 * Reads one cell as a kind of value. Blank cells are not values: check with `isBlankCell` before.
 * - `email` normalized as everywhere; `Ada <ada@example.com>` and `mailto:` are unwrapped
 * - `phone` in E.164 · `date` as `YYYY-MM-DD` · `dateTime` as a timestamp in UTC; a day alone is its start in the time zone
 * - `score` also with the words at the end of the scale (`10 - Extremely likely`)
 * - `unsubscribed`, `subscribed` and `bounced` also read states (`subscribed`, `désabonné`, `hard bounce`), and the first and the last a date as yes
 * - `suppressionReasons` in the words of the page *Do not contact*, separated as tags are
 */
export function readValue<Kind extends ValueKind>(
  kind: Kind,
  cell: Cell,
  context: ValueContext,
): ReadValue<Values[Kind]> {
  if (typeof cell === 'object' && 'error' in cell) return { error: 'formulaError' }
  return READERS[kind](cell, context)
}

function valueOr<Value>(value: Value | null, error: ValueErrorCode): ReadValue<Value> {
  return value === null ? { error } : { value }
}

function unwrapAddress(text: string): string {
  return /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.trim().replace(/^mailto:/i, '')
}

const LABELLED_SCORE = /^\s*(\d{1,2})\s*[-–—:]\s*\p{L}|\p{L}\s*[-–—:]\s*(\d{1,2})\s*$/u

function readScore(text: string, decimalMark: DecimalMark): number | null {
  const labelled = LABELLED_SCORE.exec(text)
  return labelled ? Number(labelled[1] ?? labelled[2]) : readNumber(text, decimalMark)
}

/** Seconds since 1970 of 2001 to 2096, as APIs write timestamps. */
const UNIX_SECONDS = /^[1-3]\d{9}$/

function readDateCell(cell: Cell, { dateOrder }: ValueContext): LocalDate | null {
  const text = formatCell(cell)
  if (UNIX_SECONDS.test(text)) return readDate(new Date(Number(text) * 1000).toISOString(), 'ymd')
  return typeof cell === 'number' ? readSerial(cell) : readDate(text, dateOrder)
}

function toDay(local: LocalDate | null, { timeZone }: ValueContext): string | null {
  if (local === null) return null
  return local.offset === null ? local.date.toString() : toZoned(local, timeZone).toPlainDate().toString()
}

function toTimestamp(local: LocalDate | null, { timeZone }: ValueContext): string | null {
  return local && new Date(toZoned(local, timeZone).epochMilliseconds).toISOString()
}

function toZoned({ date, time, offset }: LocalDate, timeZone: string): Temporal.ZonedDateTime {
  if (time === null) return date.toZonedDateTime(timeZone)
  const local = date.toPlainDateTime(time)
  if (offset === null) return local.toZonedDateTime(timeZone)
  return Temporal.Instant.from(`${local.toString()}${offset}`).toZonedDateTimeISO(timeZone)
}

const toSet = (words: string) => new Set(words.split(' | '))
const YES = toSet('yes | y | true | 1 | x | on | t | checked | oui | o | vrai | v | coche | ✓ | ✔')
const NO = toSet('no | n | false | 0 | off | f | unchecked | non | faux | decoche')
const UNSUBSCRIBED = toSet(
  'unsubscribed | opted out | opt out | optout | desabonne | desabonnee | desinscrit | desinscrite | do not contact',
)
const SUBSCRIBED = toSet(
  'subscribed | active | opted in | opt in | optin | abonne | abonnee | inscrit | inscrite | actif',
)
const BOUNCED = new Set([
  ...YES,
  ...toSet(
    'bounced | bounce | hard bounce | hard bounced | hardbounce | hard | invalid | undeliverable | rejete | invalide',
  ),
])
const DELIVERED = new Set([...NO, ...toSet('delivered | active | valid | ok | none | distribue | valide | aucun')])

type Words = ReadonlySet<string>

function readState(cell: Cell, yes: readonly [Words, Words], no: readonly [Words, Words]): boolean | null {
  return readWord(cell, yes[0], no[0]) ?? readWord(cell, yes[1], no[1])
}

function readWord(cell: Cell, yes: ReadonlySet<string>, no: ReadonlySet<string>): boolean | null {
  if (typeof cell === 'boolean') return cell
  const text = formatCell(cell).trim()
  const word = toPlainWords(text) || text
  if (yes.has(word)) return true
  return no.has(word) ? false : null
}

function isDate(cell: Cell, context: ValueContext): true | null {
  return readDateCell(cell, context) && true
}

/** The words of the page *Do not contact* (`suppressions.reasons`), in both languages. */
const SUPPRESSION_REASON_WORDS: ReadonlyMap<string, SuppressionReason> = new Map([
  ...toEntries('opted out | s est desabonne | s est desabonnee', 'opted_out'),
  ...toEntries('unsubscribed | unsubscribed by you | desabonne par vous | desabonnee par vous', 'unsubscribed'),
  ...toEntries('bounced | mail bounced | e mail rejete', 'bounced'),
  ...toEntries('blocked | bloque | bloquee', 'blocked'),
])

function toEntries(words: string, reason: SuppressionReason): [string, SuppressionReason][] {
  return words.split(' | ').map((word) => [word, reason])
}

function readSuppressionReasons(text: string): ReadValue<SuppressionReason[]> {
  const reasons = parseTagList(text).map((word) => SUPPRESSION_REASON_WORDS.get(toPlainWords(word)))
  const known = reasons.filter((reason) => reason !== undefined)
  return known.length < reasons.length ? { error: 'suppressionReason' } : { value: known }
}

const LANGUAGE_NAMES: Record<string, Language> = {
  eng: 'en',
  english: 'en',
  anglais: 'en',
  anglaise: 'en',
  fra: 'fr',
  fre: 'fr',
  french: 'fr',
  francais: 'fr',
  francaise: 'fr',
}
const OTHER_LANGUAGE =
  /^(?:[a-z]{2,3}|german|deutsch|allemand|spanish|espanol|espagnol|italian[oa]?|italien|dutch|nederlands|neerlandais|portugu[eai]s\w*|polish|polonais|arabic|arabe|chinese|chinois|japanese|japonais|russian|russe)$/

/** A tag (`fr-CA`, `en_GB`) or a name (`Français (Canada)`), by its first word. */
function readLanguage(text: string): ReadValue<Language> {
  const [word = ''] = toPlainWords(text.replace(/_/g, ' ')).split(' ')
  const language = word === 'en' || word === 'fr' ? word : LANGUAGE_NAMES[word]
  if (language !== undefined) return { value: language }
  return { error: OTHER_LANGUAGE.test(word) ? 'unsupportedLanguage' : 'language' }
}

function readTags(text: string): ReadValue<string[]> {
  const tags = parseTagList(text)
  if (tags.length > CONTACT_TAGS_MAX) return { error: 'tooManyTags' }
  return tags.some((tag) => codePointLength(tag) > TAG_MAX_CHARACTERS) ? { error: 'tagTooLong' } : { value: tags }
}

export type Choice = { value: string; label: { en: string; fr: string } }

/** Finds a choice by its value, or by its label in either language, whatever the case and accents. */
export function readChoice(cell: Cell, choices: readonly Choice[]): ReadValue<string> {
  if (typeof cell === 'object' && 'error' in cell) return { error: 'formulaError' }
  const text = formatCell(cell).trim()
  const words = toPlainWords(text)
  const choice =
    choices.find(({ value }) => value === text) ??
    choices.find(({ label }) => label.en === text || label.fr === text) ??
    choices.find(({ value, label }) =>
      [value, label.en, label.fr].some((name) => words !== '' && toPlainWords(name) === words),
    )
  return choice ? { value: choice.value } : { error: 'unknownChoice' }
}

/** Splits `Ada King Lovelace` after the first word, and `Lovelace, Ada` at the comma. */
export function splitFullName(text: string): { firstName: string; lastName: string | null } {
  const name = text.replace(/\s+/g, ' ').trim()
  const [last = '', first] = name.split(',', 2).map((part) => part.trim())
  if (first) return { firstName: first, lastName: last }
  const [firstWord = '', ...rest] = last.split(' ')
  return { firstName: firstWord, lastName: rest.join(' ') || null }
}
