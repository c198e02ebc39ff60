import { expect, it } from 'vitest'
import {
  formatDate,
  formatDurationSeconds,
  formatNps,
  formatNumber,
  formatPercent,
  formatRelative,
  formatRelativeShort,
  formatTime,
} from './format'

const NARROW = '\u202f'

it('formats numbers, percentages and NPS for the locale', () => {
  expect(formatNumber(1234.56, 'en', 1)).toBe('1,234.6')
  expect(formatNumber(1234.56, 'fr', 1)).toBe(`1${NARROW}234,6`)
  expect(formatPercent(0.305, 'en')).toBe('31%')
  expect([formatNps(42, 'en'), formatNps(-7, 'fr'), formatNps(0, 'en')]).toEqual(['+42', '−7', '0'])
})

it('formats dates day first in the given time zone', () => {
  expect(formatDate('2026-11-20T23:30:00.000Z', 'en', 'UTC')).toBe('20 Nov 2026')
  expect(formatDate('2026-11-20T23:30:00.000Z', 'fr', 'Europe/Paris')).toBe('21 nov. 2026')
  expect(formatTime('2026-11-20T13:05:00.000Z', 'en', 'Europe/Paris')).toBe('14:05')
})

it('formats a recent time as relative and an older one as a date', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  const format = (date: string, locale = 'en') => formatRelative(date, now, locale, 'UTC')
  expect(format('2026-11-21T11:59:40.000Z')).toBe('now')
  expect(format('2026-11-21T11:55:00.000Z')).toBe('5 minutes ago')
  expect(format('2026-11-21T14:00:00.000Z', 'fr')).toBe('dans 2 heures')
  expect(format('2026-11-20T12:00:00.000Z')).toBe('yesterday')
  expect(format('2026-11-01T12:00:00.000Z')).toBe('1 Nov 2026')
})

it('formats short relative times, with the year only when it is not the current one', () => {
  const now = new Date('2026-11-21T12:00:00.000Z')
  const format = (date: string, locale = 'en') => formatRelativeShort(date, now, locale, 'UTC')
  expect(format('2026-11-21T11:55:00.000Z')).toBe('5 min ago')
  expect(format('2026-11-21T09:00:00.000Z', 'fr')).toBe('il y a 3\u00a0h')
  expect(format('2026-11-20T12:00:00.000Z', 'fr')).toBe('hier')
  expect(format('2026-11-01T12:00:00.000Z')).toBe('1 Nov')
  expect(format('2026-11-02T12:00:00.000Z', 'fr')).toBe('2 nov.')
  expect(format('2025-11-01T12:00:00.000Z')).toBe('1 Nov 2025')
})

it('formats a duration in the largest whole unit', () => {
  expect([0, 90, 120, 7200, 172_800].map((seconds) => formatDurationSeconds(seconds, 'en'))).toEqual([
    '0 seconds',
    '90 seconds',
    '2 minutes',
    '2 hours',
    '2 days',
  ])
})
