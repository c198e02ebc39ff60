import { db } from '../db'
import { ValidationError } from '../errors'
import { sentence } from '../messages/error-message'
import { readDefaultCountry } from './contacts'
import { parsePhone } from './phone'

/* Strict phone validation for the dashboard. The API may store any text (normalizePhone). */

export async function previewPhone(organizationId: string, phone: string): Promise<string | null> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  return parsed?.isValid() ? parsed.formatInternational() : null
}

export async function requireRealPhone(organizationId: string, phone: string): Promise<void> {
  const parsed = parsePhone(phone, await readDefaultCountry(db, organizationId))
  if (parsed?.isValid()) return
  const formatted = parsed?.formatInternational() ?? 'none'
  throw new ValidationError({ phone: [sentence('phone.unreadable', { read: formatted })] })
}
