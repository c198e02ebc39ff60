import { Temporal } from 'temporal-polyfill'
import { now } from '../clock'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { getOrganizationTimeZone } from '../time-zones'
import { clampToStorableDate } from '../validation/schema'

/**
 * Resolves the expiry of a key: null for never, undefined if the input sets none.
 * @throws {ValidationError} if it is not in the future.
 */
export async function resolveExpiry(
  organizationId: string,
  { expiresAt, expiresOn }: { expiresAt?: string | null; expiresOn?: string },
) {
  if (expiresOn === undefined && !expiresAt) return expiresAt === undefined ? undefined : null
  const field = expiresOn === undefined ? 'expiresAt' : 'expiresOn'
  // West of Greenwich the end of the last supported day falls into a year that cannot be stored, so it is clamped.
  const expiry = clampToStorableDate(
    expiresOn === undefined ? Date.parse(expiresAt as string) : await endOfDay(organizationId, expiresOn),
  )
  if (expiry <= now()) throw new ValidationError({ [field]: [localizableMessage('key.expiryPast')] })
  return expiry
}

async function endOfDay(organizationId: string, date: string): Promise<number> {
  const timeZone = await getOrganizationTimeZone(organizationId)
  return Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1
}
