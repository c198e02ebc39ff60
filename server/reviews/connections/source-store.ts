import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { audit, type FieldChange } from '../../audit/audit'
import type { AuditAction } from '../../audit/vocabulary'
import { now } from '../../clock'
import { db, Prisma } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { errorMessage } from '../../messages/error-message'
import { encryptCredentials } from '../sources/create-site-client'
import type { SiteKind } from '../vocabulary'
import type { SitePlace } from './schema'

/** @throws {NotFound} also for another kind, or a source that is being removed. */
export async function getSourceRow(organizationId: string, id: string, kind?: SiteKind): Promise<ReviewSourceRow> {
  const row = await db.reviewSource.findFirst({
    where: { organizationId, id, status: { not: 'removing' }, ...(kind === undefined ? {} : { kind }) },
  })
  if (!row) throw new NotFound('reviewSource')
  return row
}

export function connectedColumns(id: string, credentials: object | null) {
  const at = now()
  return {
    status: 'connected',
    credentials: credentials === null ? null : encryptCredentials(id, credentials),
    nextSyncAt: at,
    nextFullSyncAt: at,
    failure: Prisma.DbNull,
    failedAt: null,
    failures: 0,
    syncCursor: Prisma.DbNull,
    claimId: null,
    claimedAt: null,
  }
}

export function auditSource(
  organizationId: string,
  action: AuditAction & `review_source.${string}`,
  { id, name }: Pick<ReviewSourceRow, 'id' | 'name'>,
  changes: readonly FieldChange[] = [],
): Promise<void> {
  return audit(organizationId, { action, record: { type: 'reviewSource', id, name }, changes })
}

export function toLocationFields(places: readonly SitePlace[]): Record<string, string | null> {
  return Object.fromEntries(places.map(({ locationId }, index) => [`places.${index}.locationId`, locationId]))
}

export async function assertLocationsExist(
  organizationId: string,
  fields: Record<string, string | null>,
): Promise<void> {
  const ids = [...new Set(Object.values(fields))].filter((id) => id !== null)
  if (ids.length === 0) return
  const locations = await db.location.findMany({
    where: { organizationId, id: { in: ids }, removedAt: null },
    select: { id: true },
  })
  const known = new Set(locations.map(({ id }) => id))
  const unknown = Object.entries(fields).filter(([, id]) => id !== null && !known.has(id))
  if (unknown.length > 0)
    throw new ValidationError(
      Object.fromEntries(unknown.map(([field]) => [field, [errorMessage('contact.noLocation')]])),
    )
}
