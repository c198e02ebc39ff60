import { expect, it } from 'vitest'
import { zonedMoment } from './moment'

const iso = (wall: string, timeZone: string) => zonedMoment(wall, timeZone)?.toISOString()

it('reads the clock of the zone, in winter and in summer', () => {
  expect(iso('2026-11-21T14:30', 'UTC')).toBe('2026-11-21T14:30:00.000Z')
  expect(iso('2026-11-21T14:30', 'Europe/Paris')).toBe('2026-11-21T13:30:00.000Z')
  expect(iso('2026-07-21T14:30', 'Europe/Paris')).toBe('2026-07-21T12:30:00.000Z')
  expect(iso('2026-01-01T00:15', 'Asia/Kathmandu')).toBe('2025-12-31T18:30:00.000Z')
})

it('reads the hours around a change of the clock', () => {
  expect(iso('2026-03-29T01:59', 'Europe/Paris')).toBe('2026-03-29T00:59:00.000Z')
  expect(iso('2026-03-29T03:00', 'Europe/Paris')).toBe('2026-03-29T01:00:00.000Z')
  expect(iso('2026-03-08T03:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  expect(iso('2026-11-01T03:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z')
})

it('knows no moment for what is no date and time', () => {
  expect(zonedMoment('', 'UTC')).toBeNull()
  expect(zonedMoment('tomorrow', 'UTC')).toBeNull()
})
