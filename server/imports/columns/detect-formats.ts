import type { DateOrder } from './read-date'
import { type DecimalMark, findOnlyDecimalMark } from './read-number'
import { isNumberLike } from './value-shapes'

const NUMERIC_DATE = /^\s*(\d{1,2})([-/. ])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/

/** Columns most of whose texts may be dates: a date in a note does not decide how they are read. */
export function isDateColumn(texts: readonly string[]): boolean {
  return texts.filter((text) => NUMERIC_DATE.test(text)).length * 2 > texts.length
}

/** Columns most of whose texts may be numbers. */
export function isNumberColumn(texts: readonly string[]): boolean {
  const isNumber = (text: string) => isNumberLike(text) || findOnlyDecimalMark(text) !== null
  return texts.filter(isNumber).length * 2 > texts.length
}

export type DetectedDateOrder = {
  order: DateOrder
  /** Each date reads both ways (`03/02/2021`): a person should confirm the order. */
  isAmbiguous: boolean
  /** Some dates only read one way, and others only the other way: those of the rarer order become errors. */
  isMixed: boolean
}

/**
 * Decides the order of day and month from all dates of a file: one with a 13 or more settles it, and without any the locale does.
 * @param locale BCP 47, with the country if it is known: `en-US` writes the month first, `en-GB` and `fr-FR` the day.
 */
export function detectDateOrder(values: Iterable<string>, locale: string): DetectedDateOrder {
  const counts = { dayFirst: 0, monthFirst: 0, either: 0 }
  for (const value of values) {
    const match = NUMERIC_DATE.exec(value)
    if (!match) continue
    const [first, second] = [Number(match[1]), Number(match[3])]
    if (first > 12) counts.dayFirst += 1
    else if (second > 12) counts.monthFirst += 1
    else if (first !== second) counts.either += 1
  }
  const isMixed = counts.dayFirst > 0 && counts.monthFirst > 0
  if (counts.dayFirst + counts.monthFirst > 0)
    return { order: counts.dayFirst >= counts.monthFirst ? 'dmy' : 'mdy', isAmbiguous: false, isMixed }
  return { order: localeDateOrder(locale), isAmbiguous: counts.either > 0, isMixed }
}

function localeDateOrder(locale: string): DateOrder {
  const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
  if (parts.indexOf('year') < parts.indexOf('month')) return 'ymd'
  return parts.indexOf('month') < parts.indexOf('day') ? 'mdy' : 'dmy'
}

export type DetectedDecimalMark = { mark: DecimalMark; isAmbiguous: boolean; isMixed: boolean }

/** Decides the decimal mark from all numbers of a file: `1,234` alone settles nothing, and then the locale does. */
export function detectDecimalMark(values: Iterable<string>, locale: string): DetectedDecimalMark {
  const counts = { ',': 0, '.': 0, either: 0 }
  for (const value of values) {
    const mark = findOnlyDecimalMark(value)
    if (mark !== null) counts[mark] += 1
    else if (/^\s*[-+]?\d{1,3}[.,]\d{3}\s*$/.test(value)) counts.either += 1
  }
  const isMixed = counts[','] > 0 && counts['.'] > 0
  if (counts[','] + counts['.'] > 0) return { mark: counts[','] > counts['.'] ? ',' : '.', isAmbiguous: false, isMixed }
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  const isComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  return { mark: isComma ? ',' : '.', isAmbiguous: counts.either > 0, isMixed }
}
