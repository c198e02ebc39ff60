import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number as it is stored and compared: E.164 where it can be read as one, else as given.
 * @param defaultCountry ISO 3166-1 alpha-2; how a number without a country code is read.
 */
export function normalizePhone(phone: string, defaultCountry: string): string {
  return readPhone(phone, defaultCountry) ?? phone.trim()
}

/** The number in E.164; null for what cannot be one. As above. */
export function readPhone(phone: string, defaultCountry: string): string | null {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  const parsed = parsePhoneNumberFromString(phone, country)
  return parsed?.isPossible() ? parsed.number : null
}
