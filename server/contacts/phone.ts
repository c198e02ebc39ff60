import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min'

/**
 * Normalizes a phone number for storage and comparison: E.164 if it can be parsed, else the trimmed input. A number without a country
 * code must be valid in the default country: read with another country it could be a different person's number.
 * @param defaultCountry ISO 3166-1 alpha-2, for numbers without a country code.
 */
export function toE164OrTrimmed(phone: string, defaultCountry: string): string {
  const parsed = parsePhone(phone, defaultCountry)
  const isRead = parsed?.isValid() || (WITH_COUNTRY_CODE.test(phone.normalize('NFKC')) && parsed?.isPossible())
  return parsed && isRead ? parsed.number : phone.trim()
}

/** A stored number that SMS can be sent to. PostgreSQL reads the same expression. */
export const SMS_NUMBER = /^\+\d{6,15}$/

const WITH_COUNTRY_CODE = /^[^\d+]*\+/

const PHONE_MAX_CHARACTERS = 200

export function toE164(phone: string, defaultCountry: string): string | null {
  const parsed = parsePhone(phone, defaultCountry)
  return parsed?.isValid() ? parsed.number : null
}

export function parsePhone(phone: string, defaultCountry: string): PhoneNumber | undefined {
  const country: CountryCode | undefined = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  return parsePhoneNumberFromString(phone.slice(0, PHONE_MAX_CHARACTERS).normalize('NFKC'), country)
}
