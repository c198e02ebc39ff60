import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { audit, type FieldChange } from '../../audit/audit'
import type { AuditAction } from '../../audit/constants'
import { now } from '../../clock'
import { db, Prisma, type Tx } from '../../db'
import { NotFound, ValidationError } from '../../errors'
import { lockOrganization } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import type { SiteKind } from '../constants'
import { encryptCredentials } from '../sources/create-site-client'
import { GoogleSourceConfig } from '../sources/google-reviews-client'
import { FeedSourceConfig } from '../sources/review-feed-client'
import { TrustpilotSourceConfig } from '../sources/trustpilot-client'
import type { SitePlace } from './schema'

/** @throws {NotFound} also for another kind, or a source that is being removed. */
export async function getSourceRow(organizationId: string, id: string, kind?: SiteKind): Promise<ReviewSourceRow> {
  const row = await db.reviewSource.findFirst({
    where: { organizationId, id, status: { not: 'removing' }, ...(kind === undefined ? {} : { kind }) },
  })
  if (!row) throw new NotFound('reviewSource')
  return row
}

export function buildConnectedColumns(id: string, credentials: object | null) {
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

export function toLocationIdsByField(places: readonly SitePlace[]): Record<string, string | null> {
  return Object.fromEntries(places.map(({ locationId }, index) => [`places.${index}.locationId`, locationId]))
}

export async function assertLocationsExist(organizationId: string, fields: Record<string, string | null>) {
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
      Object.fromEntries(unknown.map(([field]) => [field, [localizableMessage('contact.noLocation')]])),
    )
}

type SiteConfig = { kind: SiteKind; config: unknown }

export async function lockOrganizationAndListSources(tx: Tx, organizationId: string): Promise<ReviewSourceRow[]> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  return tx.reviewSource.findMany({ where: { organizationId } })
}

/**
 * Prevents two sources from reading the same reviews, which would duplicate them.
 * @returns a disconnected source of the same site, if any.
 * @throws {ValidationError} under the site's field, if a connected source reads it.
 */
export function assertSiteNotConnected(
  others: readonly ReviewSourceRow[],
  site: SiteConfig,
): ReviewSourceRow | undefined {
  const duplicates = others.filter((row) => isSameSite(row, site))
  if (duplicates.every(({ status }) => status === 'disconnected')) return duplicates[0]
  const field = { feed: 'url', trustpilot: 'businessUnit', google: 'places', sandbox: 'site' }[site.kind]
  throw new ValidationError({ [field]: [localizableMessage('review.sourceConnected')] })
}

function isSameSite(row: ReviewSourceRow, { kind, config }: SiteConfig): boolean {
  if (row.kind !== kind) return false
  switch (kind) {
    case 'feed':
      return FeedSourceConfig.parse(row.config).url === FeedSourceConfig.parse(config).url
    case 'trustpilot':
      return (
        TrustpilotSourceConfig.parse(row.config).businessUnitId === TrustpilotSourceConfig.parse(config).businessUnitId
      )
    case 'google': {
      const names = GoogleSourceConfig.parse(config).locations.map(({ name }) => name)
      return GoogleSourceConfig.parse(row.config).locations.some(({ name }) => names.includes(name))
    }
    case 'sandbox':
      return true
  }
}
