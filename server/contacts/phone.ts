import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number as it is stored and compared: E.164 where it can be read as one, else as given.
 * @param defaultCountry ISO 3166-1 alpha-2; how a number without a country code is read.
 */
export function normalizePhone(phone: string, defaultCountry: string): string {
  return readPhone(phone, defaultCountry) ?? phone.trim()
}

/** Signs that a keyboard of another script writes for + and digits (NFKC): a full-width plus is one. Far above any number's length. */
const PHONE_MAX_CHARACTERS = 200

/** The number in E.164; null for what cannot be one. As above. */
export function readPhone(phone: string, defaultCountry: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  const parsed = parsePhoneNumberFromString(phone.slice(0, PHONE_MAX_CHARACTERS).normalize('NFKC'), country)
  return parsed?.isPossible() ? parsed.number : null
}
