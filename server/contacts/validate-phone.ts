import { db } from '../db'
import { ValidationError } from '../errors'
import { errorMessage } from '../messages/error-message'
import { loadDefaultCountry } from './contacts'
import { parsePhone } from './phone'

/* Strict phone validation for the dashboard. The API may store any text (normalizePhone). */

export async function formatPhonePreview(organizationId: string, phone: string): Promise<string | null> {
  const parsed = parsePhone(phone, await loadDefaultCountry(db, organizationId))
  return parsed?.isValid() ? parsed.formatInternational() : null
}

export async function assertPhoneExists(organizationId: string, phone: string): Promise<void> {
  const parsed = parsePhone(phone, await loadDefaultCountry(db, organizationId))
  if (parsed?.isValid()) return
  const formatted = parsed?.formatInternational() ?? 'none'
  throw new ValidationError({ phone: [errorMessage('phone.unreadable', { read: formatted })] })
}
