import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import type { Tx } from '../../db'
import { ValidationError } from '../../errors'
import { sentence } from '../../messages/sentence'
import { FeedConfig } from '../sources/feed'
import { GoogleConfig } from '../sources/google'
import { TrustpilotConfig } from '../sources/trustpilot'
import type { SiteKind } from '../vocabulary'

type Read = { kind: SiteKind; config: unknown }

/**
 * Holds an organization's sources until the transaction ends: of two that would read the same reviews, one finds the other.
 * @returns all of them.
 */
export async function lockSources(tx: Tx, organizationId: string): Promise<ReviewSourceRow[]> {
  await tx.$queryRaw`SELECT FROM organization WHERE id = ${organizationId}::uuid FOR NO KEY UPDATE`
  return tx.reviewSource.findMany({ where: { organizationId } })
}

/**
 * Reviews that two sources read would be there twice.
 * @returns the source that read this very site before it was disconnected.
 * @throws {ValidationError} at the field that names the site, where one reads it now.
 */
export function requireUnread(others: readonly ReviewSourceRow[], read: Read): ReviewSourceRow | undefined {
  const same = others.filter((row) => isSameSite(row, read))
  if (same.every(({ status }) => status === 'disconnected')) return same[0]
  const field = { feed: 'url', trustpilot: 'businessUnit', google: 'places', sandbox: 'site' }[read.kind]
  throw new ValidationError({ [field]: [sentence('review.sourceConnected')] })
}

/** A feed by its address, the others by what they read. */
function isSameSite(row: ReviewSourceRow, { kind, config }: Read): boolean {
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
