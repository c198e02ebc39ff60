import { Temporal } from 'temporal-polyfill'
import { now } from '../clock'
import { db } from '../db'
import { ValidationError } from '../errors'
import { storable } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { knownTimeZone } from '../time-zones'

/** A moment, or the last of a day where the organization is; at most one of them is given. */
export type Expiry = { expiresAt?: string | null; expiresOn?: string }

/**
 * When a key ends that is to end then; null for never, undefined where nothing is said of it.
 * @throws {ValidationError} when that is not in the future.
 */
export async function expiryOf(organizationId: string, { expiresAt, expiresOn }: Expiry) {
  if (expiresOn === undefined && !expiresAt) return expiresAt === undefined ? undefined : null
  const field = expiresOn === undefined ? 'expiresAt' : 'expiresOn'
  // West of Greenwich the last day of all ends in a year that cannot be written down: then with that year itself.
  const expiry = storable(
    expiresOn === undefined ? Date.parse(expiresAt as string) : await endOfDay(organizationId, expiresOn),
  )
  if (expiry <= now()) throw new ValidationError({ [field]: [sentence('key.expiryPast')] })
  return expiry
}

/** Its last millisecond: the time says the same day as the person did. */
async function endOfDay(organizationId: string, date: string): Promise<number> {
  const { timeZone } = await db.organization.findUniqueOrThrow({
    where: { id: organizationId },
    select: { timeZone: true },
  })
  const next = Temporal.PlainDate.from(date)
    .add({ days: 1 })
    .toZonedDateTime(await knownTimeZone(timeZone))
  return next.epochMilliseconds - 1
}
