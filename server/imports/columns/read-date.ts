import { Temporal } from 'temporal-polyfill'
import { serialToIsoDate } from '../files/excel-serial'
import { toPlainWords } from './plain-words'

export type DateOrder = 'dmy' | 'mdy' | 'ymd'

/** A calendar day, with a time of day and an offset if the text has them. */
export type LocalDate = { date: Temporal.PlainDate; time: Temporal.PlainTime | null; offset: string | null }

const MAX_CHARACTERS = 60

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    'jan january janv janvier',
    'feb february fev fevr fevrier',
    'mar march mars',
    'apr april avr avril',
    'may mai',
    'jun june juin',
    'jul july juil juillet',
    'aug august aou aout',
    'sep sept september septembre',
    'oct october octobre',
    'nov november novembre',
    'dec december decembre',
  ].flatMap((names, index) => names.split(' ').map((name) => [name, index + 1] as const)),
)

const WEEKDAY =
  /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?:day)?[a-z]{0,2}\.?,?\s+/i
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/
const COMPACT = /^((?:19|20)\d\d)(\d\d)(\d\d)(?:T(.*))?$/
const NUMERIC = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/
const DAY_AND_NAME = /^(\d{1,2})(?:er|st|nd|rd|th)?[\s.-]+(?:de\s+)?(\p{L}{3,9})\.?[\s,.-]+(\d{4}|\d{2})(?!\d)(.*)$/u
const NAME_AND_DAY = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)(.*)$/u
const SERIAL = /^\d{5}(?:[.,]\d+)?$/

type Parts = { year: string; month: string | number; day: string; rest: string | undefined }

/**
 * Reads a date as people and programs write it: ISO 8601, `03/02/2021` by the order of the column, `3 févr. 2021`, `Feb 3, 2021`,
 * serial numbers of spreadsheets; with a time in 12 or 24 hours and an offset or UTC.
 * @returns null if it is no date of the calendar
 */
export function readDate(text: string, dateOrder: DateOrder): LocalDate | null {
  if (text.length > MAX_CHARACTERS) return null
  const trimmed = text.replace(/\s+/g, ' ').trim().replace(WEEKDAY, '')
  if (SERIAL.test(trimmed)) return readSerial(Number(trimmed.replace(',', '.')))
  const parts = findParts(trimmed, dateOrder)
  const date = parts && toPlainDate(parts)
  if (!parts || !date) return null
  const rest = parts.rest?.trim() ?? ''
  if (rest === '') return { date, time: null, offset: null }
  const time = readTime(rest)
  return time && { date, ...time }
}

export function readSerial(serial: number): LocalDate | null {
  const iso = serialToIsoDate(serial)
  return iso === null ? null : readDate(iso, 'ymd')
}

function findParts(text: string, dateOrder: DateOrder): Parts | null {
  const iso = YEAR_FIRST.exec(text)
  if (iso) return { year: iso[1] ?? '', month: iso[3] ?? '', day: iso[4] ?? '', rest: iso[5] }
  const compact = COMPACT.exec(text)
  if (compact) return { year: compact[1] ?? '', month: compact[2] ?? '', day: compact[3] ?? '', rest: compact[4] }
  const numeric = NUMERIC.exec(text)
  if (numeric) return orderParts(numeric, dateOrder)
  const dayFirst = DAY_AND_NAME.exec(text)
  if (dayFirst)
    return { year: dayFirst[3] ?? '', month: monthNumber(dayFirst[2]), day: dayFirst[1] ?? '', rest: dayFirst[4] }
  const nameFirst = NAME_AND_DAY.exec(text)
  return (
    nameFirst && {
      year: nameFirst[3] ?? '',
      month: monthNumber(nameFirst[1]),
      day: nameFirst[2] ?? '',
      rest: nameFirst[4],
    }
  )
}

function orderParts([, first = '', , second = '', third = '', rest]: RegExpExecArray, dateOrder: DateOrder): Parts {
  if (dateOrder === 'ymd' && third.length === 2) return { year: first, month: second, day: third, rest }
  return dateOrder === 'mdy'
    ? { year: third, month: first, day: second, rest }
    : { year: third, month: second, day: first, rest }
}

function monthNumber(name = ''): number {
  return MONTHS[toPlainWords(name)] ?? 0
}

/** The years of two digits as Excel reads them: 00 to 29 are 2000 to 2029, 30 to 99 are 1930 to 1999. */
const PIVOT_YEAR = 30
const [EARLIEST_YEAR, LATEST_YEAR] = [1900, 2200]

function toPlainDate({ year, month, day }: Parts): Temporal.PlainDate | null {
  const number = Number(year)
  const full = year.length > 2 ? number : number + (number < PIVOT_YEAR ? 2000 : 1900)
  if (full < EARLIEST_YEAR || full > LATEST_YEAR) return null
  return orNull(() =>
    Temporal.PlainDate.from({ year: full, month: Number(month), day: Number(day) }, { overflow: 'reject' }),
  )
}

const TIME =
  /^(?:[T,]|at|à)? ?(\d{1,2})(?:[:h.](\d{2}))?h?(?::(\d{2})(?:[.,]\d{1,9})?)? ?([ap]\.?m\.?)? ?(z|\(?(?:utc|gmt)\)?)? ?([+-]\d{2}:?\d{2})?$/i

function readTime(text: string): { time: Temporal.PlainTime; offset: string | null } | null {
  const match = TIME.exec(text.trim())
  if (!match) return null
  const [, hour, minute = '0', second = '0', half, zone, offset] = match
  if (!/[:h.]\d\d|\d\s*h|[ap]\.?m/i.test(text)) return null
  const time = orNull(() =>
    Temporal.PlainTime.from(
      { hour: toHour(Number(hour), half), minute: Number(minute), second: Number(second) },
      { overflow: 'reject' },
    ),
  )
  return time && { time, offset: offset ?? (zone === undefined ? null : '+00:00') }
}

function toHour(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour < 1 || hour > 12) return Number.NaN
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

function orNull<T>(build: () => T): T | null {
  try {
    return build()
  } catch (error) {
    // Numbers that no calendar or clock has.
    if (error instanceof RangeError) return null
    throw error
  }
}
