const DAY_MS = 86_400_000
const SECOND_MS = 1000
/** Day 0 of the 1900 system after its missing leap day (ECMA-376 part 1, 18.17.4.1), and of the 1904 system. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)
/** 9999-12-31, the last day of Excel. */
const LAST_SERIAL = 2_958_465
/** Serials of the 1900 system below it count a 29 February 1900 that did not exist. */
const FIRST_OF_MARCH_1900 = 61

/**
 * Converts a serial number of a spreadsheet to a local date, with its time if it has one, rounded to a second.
 * @returns null if it is outside the calendar of spreadsheets
 */
export function serialToIsoDate(serial: number, system: 1900 | 1904 = 1900): string | null {
  if (!(serial >= 0) || serial >= LAST_SERIAL + 1) return null
  const shift = system === 1900 && serial < FIRST_OF_MARCH_1900 ? 1 : 0
  const epoch = system === 1904 ? EPOCH_1904_MS : EPOCH_1900_MS
  const ms = Math.round(((serial + shift) * DAY_MS) / SECOND_MS) * SECOND_MS
  const iso = new Date(epoch + ms).toISOString()
  return ms % DAY_MS === 0 ? iso.slice(0, 10) : iso.slice(0, 19)
}

/**
 * Converts a local date (`YYYY-MM-DD`, `YYYY-MM-DDTHH:MM:SS`) to a serial number of the 1900 system.
 * @returns null if it is no date, or before March 1900, where the system has a day too many
 */
export function isoDateToSerial(isoDate: string): number | null {
  const ms = Date.parse(isoDate.includes('T') ? `${isoDate}Z` : isoDate)
  const serial = (ms - EPOCH_1900_MS) / DAY_MS
  return serial >= FIRST_OF_MARCH_1900 && serial < LAST_SERIAL + 1 ? serial : null
}
