import { Temporal } from 'temporal-polyfill'
import { expect, it } from 'vitest'
import { parseZonedDateTime } from './parse-zoned-date-time'

const iso = (wall: string, timeZone: string) => parseZonedDateTime(wall, timeZone)?.toISOString()

it('converts a local time of a time zone to UTC in winter and in summer', () => {
  expect(iso('2026-11-21T14:30', 'UTC')).toBe('2026-11-21T14:30:00.000Z')
  expect(iso('2026-11-21T14:30', 'Europe/Paris')).toBe('2026-11-21T13:30:00.000Z')
  expect(iso('2026-07-21T14:30', 'Europe/Paris')).toBe('2026-07-21T12:30:00.000Z')
  expect(iso('2026-01-01T00:15', 'Asia/Kathmandu')).toBe('2025-12-31T18:30:00.000Z')
})

it('converts the local times around a clock change to UTC', () => {
  expect(iso('2026-03-29T01:59', 'Europe/Paris')).toBe('2026-03-29T00:59:00.000Z')
  expect(iso('2026-03-29T03:00', 'Europe/Paris')).toBe('2026-03-29T01:00:00.000Z')
  expect(iso('2026-03-08T03:00', 'America/New_York')).toBe('2026-03-08T07:00:00.000Z')
  expect(iso('2026-11-01T03:00', 'America/New_York')).toBe('2026-11-01T08:00:00.000Z')
})

it.each(['Europe/Paris', 'America/St_Johns', 'Australia/Lord_Howe'])(
  'agrees with Temporal around each clock change in %s, except for times that occur twice or never',
  (timeZone) => {
    const changes: Temporal.ZonedDateTime[] = []
    const newYear = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${timeZone}]`)
    for (let at = newYear.getTimeZoneTransition('next'); at?.year === 2026; at = at.getTimeZoneTransition('next'))
      changes.push(at)
    const walls = changes.flatMap((change) => Array.from({ length: 96 }, (_, n) => halfHoursAfter(change, n - 48)))
    const differing = walls.filter((wall) => {
      const [earlier, later] = (['earlier', 'later'] as const).map(
        (disambiguation) => wall.toZonedDateTime(timeZone, { disambiguation }).epochMilliseconds,
      )
      return earlier === later && parseZonedDateTime(wall.toString(), timeZone)?.getTime() !== earlier
    })
    expect(walls).toHaveLength(192)
    expect(differing.map(String)).toEqual([])
  },
)

it('returns null for a text that is not a date and time', () => {
  expect(parseZonedDateTime('', 'UTC')).toBeNull()
  expect(parseZonedDateTime('tomorrow', 'UTC')).toBeNull()
})

function halfHoursAfter(change: Temporal.ZonedDateTime, count: number): Temporal.PlainDateTime {
  return change.toPlainDateTime().add({ minutes: count * 30 })
}
