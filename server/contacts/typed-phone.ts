import { db } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { readDefaultCountry } from './contacts'
import { parsePhone } from './phone'

/* Strict phone validation for the dashboard. The API may store any text (normalizePhone). */

/** The parsed number in international format, such as `+33 6 12 34 56 78`; null if it does not exist. */
export async function previewPhone(organizationId: string, phone: string): Promise<string | null> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  return parsed?.isValid() ? parsed.formatInternational() : null
}

/** @throws {ValidationError} under `phone` for a number that does not exist, with the parsed number. */
export async function requireRealPhone(organizationId: string, phone: string): Promise<void> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  if (parsed?.isValid()) return
  const read = parsed?.formatInternational() ?? 'none'
  throw new ValidationError({ phone: [sentence('phone.unreadable', { read })] })
}
