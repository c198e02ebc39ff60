/*
 * Formats numbers and dates with Intl. Pure: locale and, for dates, IANA time zone come from the caller (`getLocale()` on the server,
 * `useLocale()` and `useTimeZone()` in the browser).
 */

import { toLanguageTag } from '@/server/messages/locale'

export function formatNumber(value: number, locale: string, fractionDigits = 0): string {
  return numberFormat(locale, { maximumFractionDigits: fractionDigits }).format(value)
}

/** 0.305 → "31%", "31 %"; takes a fraction from 0 to 1. */
/** @param minimumFractionDigits more than 0 in columns, whose decimal signs are below each other */
export function formatPercent(share: number, locale: string, fractionDigits = 0, minimumFractionDigits = 0): string {
  const digits = { minimumFractionDigits, maximumFractionDigits: fractionDigits }
  return numberFormat(locale, { style: 'percent', ...digits }).format(share)
}

/** NPS with an explicit sign (a true minus); no sign for 0. */
export function formatNps(value: number, locale: string, fractionDigits = 0): string {
  return numberFormat(locale, { signDisplay: 'exceptZero', maximumFractionDigits: fractionDigits })
    .format(value)
    .replace('-', '−')
}

export function formatDate(date: Date | string, locale: string, timeZone: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeZone }).format(new Date(date))
}

export function formatDateTime(date: Date | string, locale: string, timeZone: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(date))
}

export function formatTime(date: Date | string, locale: string, timeZone: string): string {
  return dateFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(date))
}

/** "March 2024", from `2024-03`. */
export function formatMonth(month: string, locale: string): string {
  return dateFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-01T00:00Z`))
}

/** "16:40" today, "Friday 16:40" within the last six days, else including the date. */
export function formatRecentDateTime(date: Date | string, now: Date, locale: string, timeZone: string): string {
  const at = new Date(date)
  const formatDay = (day: Date) => dateFormat(locale, { dateStyle: 'short', timeZone }).format(day)
  if (formatDay(at) === formatDay(now)) return formatTime(at, locale, timeZone)
  if (now.getTime() - at.getTime() > 6 * DAY_MS) return formatDateTime(at, locale, timeZone)
  return dateFormat(locale, { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone }).format(at)
}

export function formatExactDateTime(date: Date | string, locale: string, timeZone: string): string {
  return dateFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(date))
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "now", "5 minutes ago", "in 2 hours", "yesterday"; beyond six days the date itself. */
export function formatRelative(date: Date | string, now: Date, locale: string, timeZone: string): string {
  const distance = relativeDistance(date, now)
  return distance ? relativeFormat(locale, 'long').format(...distance) : formatDate(date, locale, timeZone)
}

/** Short form: "5 min ago", "il y a 2 h", "21 Nov"; includes the year if it is not the current one. */
export function formatRelativeShort(date: Date | string, now: Date, locale: string, timeZone: string): string {
  const distance = relativeDistance(date, now)
  if (distance) return relativeFormat(locale, 'short').format(...distance)
  const formatYear = (day: Date | string) => dateFormat(locale, { year: 'numeric', timeZone }).format(new Date(day))
  if (formatYear(date) !== formatYear(now)) return formatDate(date, locale, timeZone)
  return dateFormat(locale, { day: 'numeric', month: 'short', timeZone }).format(new Date(date))
}

function relativeDistance(date: Date | string, now: Date): [value: number, unit: Intl.RelativeTimeFormatUnit] | null {
  const offsetMs = new Date(date).getTime() - now.getTime()
  const distance = Math.abs(offsetMs)
  if (distance < 45_000) return [0, 'second']
  if (distance < 45 * MINUTE_MS) return [roundAwayFromZero(offsetMs / MINUTE_MS), 'minute']
  if (distance < 22 * HOUR_MS) return [roundAwayFromZero(offsetMs / HOUR_MS), 'hour']
  return distance < 6.5 * DAY_MS ? [roundAwayFromZero(offsetMs / DAY_MS), 'day'] : null
}

/** Seconds in the largest unit that divides them: 90 → "90 seconds", 7200 → "2 hours", 0 → "0 seconds". */
export function formatDurationSeconds(seconds: number, locale: string): string {
  const [unit, unitSeconds] = DURATIONS.find(([, unitLength]) => seconds !== 0 && seconds % unitLength === 0) ?? [
    'second',
    1,
  ]
  return numberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / unitSeconds)
}

/** Seconds in the largest unit of which there are at least two: 5000 → "83 minutes", 90000 → "25 hours". */
export function formatRoughDuration(seconds: number, locale: string): string {
  const [, unit] = DURATIONS.find(([, unitLength]) => seconds >= 2 * unitLength) ?? ['second', 1]
  return formatDurationSeconds(Math.round(seconds / unit) * unit, locale)
}

/** Seconds in the two largest units, short: 95 → "1 min 35 sec", 3700 → "1 hr 2 min". */
export function formatShortDuration(seconds: number, locale: string): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  const parts = (
    [
      ['hour', hours],
      ['minute', minutes],
      ['second', hours > 0 ? 0 : seconds % 60],
    ] as const
  ).filter(([, value]) => value > 0)
  return (parts.length > 0 ? parts : [['second', 0] as const])
    .map(([unit, value]) => numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value))
    .join('\u00A0')
}

const DURATIONS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

function roundAwayFromZero(value: number): number {
  return Math.sign(value) * Math.max(1, Math.round(Math.abs(value)))
}

// Cached: creating a formatter costs more than a hundred uses of it.
function memoize<Options, Format>(create: (languageTag: string, options: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = locale + JSON.stringify(options)
    const format = formats.get(key) ?? create(toLanguageTag(locale), options)
    formats.set(key, format)
    return format
  }
}

const numberFormat = memoize((tag, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(tag, options))
const dateFormat = memoize((tag, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(tag, options))
const relativeFormat = memoize(
  (tag, style: 'long' | 'short') => new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style }),
)
