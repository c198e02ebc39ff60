import { db } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { readDefaultCountry } from './contacts'
import { parsePhone } from './phone'

/* What the dashboard says of a phone number that a person types. Programs may store any text (normalizePhone). */

/** How a number is read, as people write it, such as `+33 6 12 34 56 78`; null for one that does not exist. */
export async function previewPhone(organizationId: string, phone: string): Promise<string | null> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  return parsed?.isValid() ? parsed.formatInternational() : null
}

/** @throws {ValidationError} under `phone` for a number that does not exist, with how it was read. */
export async function requireRealPhone(organizationId: string, phone: string): Promise<void> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  if (parsed?.isValid()) return
  const read = parsed?.formatInternational() ?? 'none'
  throw new ValidationError({ phone: [sentence('phone.unreadable', { read })] })
}
