import { describe, expect, it } from 'vitest'
import { deferPastSmsQuietHours, listPhoneTimeZones } from './sms-quiet-hours'

const PARIS = '+33612345678'
const NEW_YORK = '+12125551234'
const MOSCOW = '+79161234567'
const NOWHERE = '+883510000000'
const defer = (at: string, phone: string, window: { start: number; end: number } | null = null, zone = 'UTC') =>
  deferPastSmsQuietHours(new Date(at), phone, { window, fallbackTimeZone: zone }).toISOString()

describe('quiet hours of text messages', () => {
  it('end at eight where the number lives, in summer and winter', () => {
    expect(defer('2026-07-01T18:59:00.000Z', PARIS)).toBe('2026-07-01T18:59:00.000Z')
    expect(defer('2026-07-01T19:00:00.000Z', PARIS)).toBe('2026-07-02T06:00:00.000Z')
    expect(defer('2026-12-01T03:00:00.000Z', PARIS)).toBe('2026-12-01T07:00:00.000Z')
  })

  it('hold by every clock of a country with several', () => {
    // Noon in New York is seven in the morning in Honolulu, in winter.
    expect(defer('2026-12-01T17:00:00.000Z', NEW_YORK)).toBe('2026-12-01T18:00:00.000Z')
    expect(defer('2026-12-01T18:00:00.000Z', NEW_YORK)).toBe('2026-12-01T18:00:00.000Z')
    // Ten in the evening in New York: not before Honolulu is up the next day.
    expect(defer('2026-12-02T03:00:00.000Z', NEW_YORK)).toBe('2026-12-02T18:00:00.000Z')
    expect(defer('2026-12-01T10:00:00.000Z', MOSCOW)).toBe('2026-12-02T06:00:00.000Z')
  })

  it('are those of the organization if it has set them', () => {
    const lunch = { start: 12 * 60, end: 14 * 60 }
    expect(defer('2026-07-01T22:00:00.000Z', PARIS, lunch)).toBe('2026-07-01T22:00:00.000Z')
    expect(defer('2026-07-01T10:30:00.000Z', PARIS, lunch)).toBe('2026-07-01T12:00:00.000Z')
  })

  it('follow the fallback zone for a number without a country, and in a country that is never awake as a whole', () => {
    expect(defer('2026-07-01T22:00:00.000Z', NOWHERE, null, 'Asia/Tokyo')).toBe('2026-07-01T23:00:00.000Z')
    const almostAlways = { start: 10 * 60, end: 9 * 60 }
    expect(defer('2026-07-01T12:00:00.000Z', MOSCOW, almostAlways, 'Europe/Moscow')).toBe('2026-07-02T06:00:00.000Z')
  })

  it('are computed from one zone per clock', () => {
    expect(listPhoneTimeZones(PARIS)).toEqual(['Europe/Paris'])
    expect(listPhoneTimeZones(NEW_YORK).length).toBeLessThan(12)
    expect(listPhoneTimeZones(NOWHERE)).toEqual([])
  })
})
