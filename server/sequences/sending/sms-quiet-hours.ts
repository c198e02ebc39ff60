import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { HOUR_MS, now } from '../../clock'
import { listCountryZones } from '../../organizations/guess-region-settings'
import { deferPastQuietHours, type QuietHours } from './quiet-hours'

/** No text messages from nine in the evening until eight in the morning, unless the organization has other hours. */
const NIGHT = { start: 21 * 60, end: 8 * 60 }

/** An allowed time of all zones recurs every day, if there is any. */
const SEARCH_MS = 49 * HOUR_MS

type SmsQuietHoursInput = {
  window: Omit<QuietHours, 'timeZone'> | null
  /** Of the location or the organization: for a number without a country, or a country that is never awake as a whole. */
  fallbackTimeZone: string
}

/**
 * When a text message due at `at` may be sent: by the clocks of the country of its number, all of them if it has several. An area code tells
 * where a number was bought, not where the person is.
 * @param phone E.164
 */
export function deferPastSmsQuietHours(
  at: Date,
  phone: string,
  { window, fallbackTimeZone }: SmsQuietHoursInput,
): Date {
  const hours = window ?? NIGHT
  const zones = listPhoneTimeZones(phone)
  const latest = at.getTime() + SEARCH_MS
  let moment = at
  while (zones.length > 0 && moment.getTime() < latest) {
    const ends = zones.map((timeZone) => deferPastQuietHours(moment, { ...hours, timeZone }).getTime())
    const next = new Date(Math.max(...ends))
    if (next.getTime() === moment.getTime()) return moment
    moment = next
  }
  return deferPastQuietHours(at, { ...hours, timeZone: fallbackTimeZone })
}

/** One time zone for each clock of the number's country, by its offsets of this year; empty if the country is not known. */
export function listPhoneTimeZones(phone: string): readonly string[] {
  const country = parsePhoneNumberFromString(phone)?.country
  if (country === undefined) return []
  const zones = zonesByCountry.get(country) ?? distinctClocks(listCountryZones(country))
  zonesByCountry.set(country, zones)
  return zones
}

const zonesByCountry = new Map<string, readonly string[]>()

function distinctClocks(zones: readonly string[]): string[] {
  const year = now().getUTCFullYear()
  const byClock = new Map<string, string>()
  for (const timeZone of zones) {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' })
    const offsets = [0, 3, 6, 9].map((month) => format.format(new Date(Date.UTC(year, month, 15))))
    const clock = offsets.join(' ')
    if (!byClock.has(clock)) byClock.set(clock, timeZone)
  }
  return [...byClock.values()]
}
