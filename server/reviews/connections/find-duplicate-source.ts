import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { lockOrganization } from '../../locks'
import { errorMessage } from '../../messages/error-message'
import { FeedConfig } from '../sources/feed'
import { GoogleConfig } from '../sources/google'
import { TrustpilotConfig } from '../sources/trustpilot'
import type { SiteKind } from '../vocabulary'

type SiteConfig = { kind: SiteKind; config: unknown }

export async function lockSources(tx: Tx, organizationId: string): Promise<ReviewSourceRow[]> {
  await lockOrganization(tx, organizationId, 'NO KEY UPDATE')
  return tx.reviewSource.findMany({ where: { organizationId } })
}

/**
 * Prevents two sources from reading the same reviews, which would duplicate them.
 * @returns a disconnected source of the same site, if any.
 * @throws {ValidationError} under the site's field, if a connected source reads it.
 */
export function assertNotConnected(others: readonly ReviewSourceRow[], site: SiteConfig): ReviewSourceRow | undefined {
  const duplicates = others.filter((row) => isSameSite(row, site))
  if (duplicates.every(({ status }) => status === 'disconnected')) return duplicates[0]
  const field = { feed: 'url', trustpilot: 'businessUnit', google: 'places', sandbox: 'site' }[site.kind]
  throw new ValidationError({ [field]: [errorMessage('review.sourceConnected')] })
}

function isSameSite(row: ReviewSourceRow, { kind, config }: SiteConfig): boolean {
  if (row.kind !== kind) return false
  switch (kind) {
    case 'feed':
      return FeedConfig.parse(row.config).url === FeedConfig.parse(config).url
    case 'trustpilot':
      return TrustpilotConfig.parse(row.config).businessUnitId === TrustpilotConfig.parse(config).businessUnitId
    case 'google': {
      const names = GoogleConfig.parse(config).locations.map(({ name }) => name)
      return GoogleConfig.parse(row.config).locations.some(({ name }) => names.includes(name))
    }
    case 'sandbox':
      return true
  }
}
