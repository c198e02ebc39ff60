import { expect, it } from 'vitest'
import { deferPastQuietHours } from './quiet-hours'

const night = { start: 21 * 60, end: 8 * 60, timeZone: 'Europe/Paris' }
const after = (at: string, quiet = night) => deferPastQuietHours(new Date(at), quiet).toISOString()

it('sends at once outside quiet hours, including at their end but not at their start', () => {
  expect(after('2026-06-01T12:00:00.000Z')).toBe('2026-06-01T12:00:00.000Z')
  expect(after('2026-06-01T06:00:00.000Z')).toBe('2026-06-01T06:00:00.000Z')
  expect(after('2026-06-01T19:00:00.000Z')).toBe('2026-06-02T06:00:00.000Z')
})

it('delays a message to the local end of quiet hours, before and after midnight', () => {
  expect(after('2026-06-01T22:30:59.000Z')).toBe('2026-06-02T06:00:00.000Z')
  expect(after('2026-06-02T01:00:00.000Z')).toBe('2026-06-02T06:00:00.000Z')
  expect(after('2026-06-01T11:30:00.000Z', { start: 12 * 60, end: 14 * 60, timeZone: 'Europe/Paris' })).toBe(
    '2026-06-01T12:00:00.000Z',
  )
})

it('ends quiet hours at the same local time when daylight saving shortens or lengthens the night', () => {
  // Paris: 2026-03-29 02:00 → 03:00, 2026-10-25 03:00 → 02:00.
  expect(after('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(after('2026-10-24T20:00:00.000Z')).toBe('2026-10-25T07:00:00.000Z')
})

it('ends quiet hours at the first minute after a local end that daylight saving skips', () => {
  const quiet = { start: 22 * 60, end: 2 * 60 + 30, timeZone: 'Europe/Paris' }
  // 02:30 does not exist that night: at 01:00 UTC local time jumps from 01:59 to 03:00.
  expect(after('2026-03-28T23:00:00.000Z', quiet)).toBe('2026-03-29T01:00:00.000Z')
})

it('ends quiet hours at the first occurrence of a local end that daylight saving repeats', () => {
  const quiet = { start: 22 * 60, end: 2 * 60 + 30, timeZone: 'Europe/Paris' }
  expect(after('2026-10-24T23:00:00.000Z', quiet)).toBe('2026-10-25T00:30:00.000Z')
})

it('computes quiet hours exactly in half-hour time zones, and treats an unknown time zone as UTC', () => {
  expect(after('2026-06-01T16:00:00.000Z', { ...night, timeZone: 'Asia/Kolkata' })).toBe('2026-06-02T02:30:00.000Z')
  expect(after('2026-06-01T22:00:00.000Z', { ...night, timeZone: 'Nowhere/At_all' })).toBe('2026-06-02T08:00:00.000Z')
})
