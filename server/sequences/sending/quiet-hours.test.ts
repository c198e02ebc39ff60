import { expect, it } from 'vitest'
import { afterQuietHours } from './quiet-hours'

const night = { start: 21 * 60, end: 8 * 60, timeZone: 'Europe/Paris' }
const after = (at: string, quiet = night) => afterQuietHours(new Date(at), quiet).toISOString()

it('lets a message leave at once outside the quiet hours, the end included and the start not', () => {
  expect(after('2026-06-01T12:00:00.000Z')).toBe('2026-06-01T12:00:00.000Z')
  expect(after('2026-06-01T06:00:00.000Z')).toBe('2026-06-01T06:00:00.000Z')
  expect(after('2026-06-01T19:00:00.000Z')).toBe('2026-06-02T06:00:00.000Z')
})

it('waits for the end by the clock on the wall, on either side of midnight', () => {
  expect(after('2026-06-01T22:30:59.000Z')).toBe('2026-06-02T06:00:00.000Z')
  expect(after('2026-06-02T01:00:00.000Z')).toBe('2026-06-02T06:00:00.000Z')
  expect(after('2026-06-01T11:30:00.000Z', { start: 12 * 60, end: 14 * 60, timeZone: 'Europe/Paris' })).toBe(
    '2026-06-01T12:00:00.000Z',
  )
})

it('ends at the same hour on the wall in a night that daylight saving makes shorter or longer', () => {
  // Paris: 2026-03-29 02:00 → 03:00, 2026-10-25 03:00 → 02:00.
  expect(after('2026-03-28T22:00:00.000Z')).toBe('2026-03-29T06:00:00.000Z')
  expect(after('2026-10-24T20:00:00.000Z')).toBe('2026-10-25T07:00:00.000Z')
})

it('takes the first minute after an end that the clock skips', () => {
  const quiet = { start: 22 * 60, end: 2 * 60 + 30, timeZone: 'Europe/Paris' }
  // 02:30 does not exist that night: at 01:00 UTC the wall goes from 01:59 to 03:00.
  expect(after('2026-03-28T23:00:00.000Z', quiet)).toBe('2026-03-29T01:00:00.000Z')
})

it('takes the first of an end that the clock shows twice', () => {
  const quiet = { start: 22 * 60, end: 2 * 60 + 30, timeZone: 'Europe/Paris' }
  expect(after('2026-10-24T23:00:00.000Z', quiet)).toBe('2026-10-25T00:30:00.000Z')
})

it('counts half-hour time zones exactly, and an unknown one as UTC', () => {
  expect(after('2026-06-01T16:00:00.000Z', { ...night, timeZone: 'Asia/Kolkata' })).toBe('2026-06-02T02:30:00.000Z')
  expect(after('2026-06-01T22:00:00.000Z', { ...night, timeZone: 'Nowhere/At_all' })).toBe('2026-06-02T08:00:00.000Z')
})
