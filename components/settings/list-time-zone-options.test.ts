import { expect, it } from 'vitest'
import { listTimeZoneOptions } from './list-time-zone-options'

const values = () => listTimeZoneOptions().map(({ value }) => value)

it('lists time zones by their current names, UTC first, each once', () => {
  expect(values()).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu']),
  )
  for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'Asia/Katmandu', 'America/Buenos_Aires'])
    expect(values()).not.toContain(old)
  expect(values()[0]).toBe('UTC')
  expect(new Set(values()).size).toBe(values().length)
})

it('lists only time zones that this runtime supports', () => {
  for (const timeZone of values()) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

it('labels a time zone with its offset on the given day', () => {
  const findLabel = (zone: string, day: string) =>
    listTimeZoneOptions(null, new Date(day)).find(({ value }) => value === zone)?.label
  expect(findLabel('Europe/Paris', '2026-01-15')).toBe('Europe/Paris (UTC+1)')
  expect(findLabel('Europe/Paris', '2026-07-15')).toBe('Europe/Paris (UTC+2)')
  expect(findLabel('Asia/Kolkata', '2026-07-15')).toBe('Asia/Kolkata (UTC+5:30)')
})

it('includes the current time zone even under a deprecated name', () => {
  expect(listTimeZoneOptions('Asia/Calcutta').map(({ value }) => value)).toContain('Asia/Calcutta')
})
