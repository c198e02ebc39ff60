import { expect, it } from 'vitest'
import { timeZones } from './time-zones'

const values = () => timeZones().map(({ value }) => value)

it('lists time zones by their present names, UTC first, each once', () => {
  expect(values()).toEqual(
    expect.arrayContaining(['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Ho_Chi_Minh', 'Asia/Kathmandu']),
  )
  for (const old of ['Asia/Calcutta', 'Europe/Kiev', 'Asia/Saigon', 'Asia/Katmandu', 'America/Buenos_Aires'])
    expect(values()).not.toContain(old)
  expect(values()[0]).toBe('UTC')
  expect(new Set(values()).size).toBe(values().length)
})

it('offers only zones that this runtime knows', () => {
  for (const timeZone of values()) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

it('says the offset of a zone on that day', () => {
  const labelOf = (zone: string, day: string) =>
    timeZones(null, new Date(day)).find(({ value }) => value === zone)?.label
  expect(labelOf('Europe/Paris', '2026-01-15')).toBe('Europe/Paris (UTC+1)')
  expect(labelOf('Europe/Paris', '2026-07-15')).toBe('Europe/Paris (UTC+2)')
  expect(labelOf('Asia/Kolkata', '2026-07-15')).toBe('Asia/Kolkata (UTC+5:30)')
})

it('keeps the zone that is set, whatever it is called', () => {
  expect(timeZones('Asia/Calcutta').map(({ value }) => value)).toContain('Asia/Calcutta')
})
