import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { now } from '../../clock'
import { db, Prisma, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'
import { sealCredentials } from '../sources/open-site'
import type { SiteKind } from '../vocabulary'

/** @throws {NotFound} also for one of another kind, and one that is being removed. */
export async function getSourceRow(organizationId: string, id: string, kind?: SiteKind): Promise<ReviewSourceRow> {
  const row = await db.reviewSource.findFirst({
    where: { organizationId, id, status: { not: 'removing' }, ...(kind === undefined ? {} : { kind }) },
  })
  if (!row) throw new NotFound('reviewSource')
  return row
}

/** What the row of a source says from the moment at which it is connected: everything is compared at once. */
export function connectedData(id: string, credentials: object | null) {
  const at = now()
  return {
    status: 'connected',
    credentials: credentials === null ? null : sealCredentials(id, credentials),
    nextSyncAt: at,
    nextSweepAt: at,
    failure: Prisma.DbNull,
    failedAt: null,
    failures: 0,
    walk: Prisma.DbNull,
    claimId: null,
    claimedAt: null,
  }
}

/** @throws {ValidationError} when one is not the organization's. */
export async function requireLocations(
  tx: Tx,
  organizationId: string,
  locationIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(locationIds)].filter((id) => id !== null)
  if ((await tx.location.count({ where: { organizationId, id: { in: ids } } })) < ids.length)
    throw new ValidationError({ places: [sentence('contact.noLocation')] })
}
