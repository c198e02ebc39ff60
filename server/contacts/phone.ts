import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * A phone number as it is stored and compared: E.164 where it can be read as one, else as given. A number without a country code must
 * exist in the default country: read as one of another country it would be somebody else's, or nobody's.
 * @param defaultCountry ISO 3166-1 alpha-2; how a number without a country code is read.
 */
export function normalizePhone(phone: string, defaultCountry: string): string {
  const parsed = parsePhone(phone, defaultCountry)
  const isRead = parsed?.isValid() || (WITH_COUNTRY_CODE.test(phone.normalize('NFKC')) && parsed?.isPossible())
  return parsed && isRead ? parsed.number : phone.trim()
}

const WITH_COUNTRY_CODE = /^[^\d+]*\+/

/** Signs that a keyboard of another script writes for + and digits (NFKC): a full-width plus is one. Far above any number's length. */
const PHONE_MAX_CHARACTERS = 200

/** The number in E.164; null for what is none. As above, but a number with a country code must exist, too. */
export function readPhone(phone: string, defaultCountry: string): string | null {
  const parsed = parsePhone(phone, defaultCountry)
  return parsed?.isValid() ? parsed.number : null
}

/** Reads a number without deciding whether it exists. */
export function parsePhone(phone: string, defaultCountry: string): PhoneNumber | undefined {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  return parsePhoneNumberFromString(phone.slice(0, PHONE_MAX_CHARACTERS).normalize('NFKC'), country)
}
