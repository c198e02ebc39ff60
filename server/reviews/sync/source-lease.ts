import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ReviewSource as ReviewSourceRow } from '@/prisma/generated/client'
import { MINUTE_MS, now } from '../../clock'
import { db, type Prisma, type Tx } from '../../db'
import { lockRow } from '../../locks'
import type { SiteKind } from '../constants'
import type { SourceAccess } from '../sources/create-site-client'
import type { SiteFailure } from '../sources/site-failure'

/** Claims older than this belong to a dead process: every page renews the claim. */
export const SOURCE_CLAIM_MS = 2 * MINUTE_MS

/**
 * Cursor of a sync, persisted between runs.
 * @property mode `import`: the full history, once. `increment`: changes since the last sync. `sweep`: full comparison.
 * @property since lower bound of an incremental sync; null reads everything. @property passedCursor an earlier cursor, to detect cycles.
 * @property isPaged all pages are read; missing reviews are being checked one by one.
 */
export const SyncCursor = z.object({
  mode: z.enum(['import', 'increment', 'sweep']),
  cursor: z.string().nullable(),
  since: z.coerce.date().nullable(),
  startedAt: z.coerce.date(),
  newest: z.coerce.date().nullable(),
  seen: z.number().int(),
  total: z.number().int().nullable(),
  pages: z.number().int().default(0),
  passedCursor: z.string().nullable().default(null),
  skipped: z.object({ count: z.number().int(), first: z.string().nullable() }).default({ count: 0, first: null }),
  isPaged: z.boolean(),
})
export type SyncCursor = z.infer<typeof SyncCursor>

export type ClaimedSource = Pick<
  ReviewSourceRow,
  'site' | 'announcesHistory' | 'createdAt' | 'failures' | 'syncCursor'
> &
  Pick<ReviewSourceRow, 'importedAt' | 'watermark' | 'nextFullSyncAt'> &
  SourceAccess & { isRemoving: boolean; claimId: string }

export async function claimSource(organizationId: string, id: string): Promise<ClaimedSource | null> {
  const at = now()
  const [row] = await db.reviewSource.updateManyAndReturn({
    where: {
      organizationId,
      id,
      nextSyncAt: { lte: at },
      OR: [{ claimedAt: null }, { claimedAt: { lte: new Date(at.getTime() - SOURCE_CLAIM_MS) } }],
    },
    data: { claimId: randomUUID(), claimedAt: at, startedAt: at },
  })
  if (!row?.claimId) return null
  return { ...row, kind: row.kind as SiteKind, claimId: row.claimId, isRemoving: row.status === 'removing' }
}

export class ClaimLost extends Error {
  constructor() {
    super('the claim of a review source is no longer ours')
    this.name = 'ClaimLost'
  }
}

/** Saves the cursor and renews the claim; call in the transaction that stores the page. @throws {ClaimLost} */
export async function saveSyncCursor(tx: Tx, claim: ClaimedSource, syncCursor: SyncCursor): Promise<void> {
  const { count } = await tx.reviewSource.updateMany({
    where: { organizationId: claim.organizationId, id: claim.id, claimId: claim.claimId, status: 'connected' },
    data: { syncCursor, claimedAt: now(), ...(syncCursor.total === null ? {} : { total: syncCursor.total }) },
  })
  if (count === 0) throw new ClaimLost()
}

export async function lockSourceAndCheckSyncRequested(
  tx: Tx,
  { organizationId, id, claimId }: ClaimedSource,
): Promise<boolean> {
  await lockRow(tx, 'review_source', organizationId, id)
  const row = await tx.reviewSource.findFirst({
    where: { organizationId, id, claimId },
    select: { nextSyncAt: true, startedAt: true },
  })
  return row?.nextSyncAt != null && row.startedAt !== null && row.nextSyncAt > row.startedAt
}

export async function releaseSource(tx: Tx, claim: ClaimedSource, data: Prisma.ReviewSourceUncheckedUpdateManyInput) {
  await tx.reviewSource.updateMany({
    where: { organizationId: claim.organizationId, id: claim.id, claimId: claim.claimId },
    data: { ...data, claimId: null, claimedAt: null },
  })
}

export async function markReconnectRequired(tx: Tx, organizationId: string, id: string, failure: SiteFailure) {
  await tx.reviewSource.updateMany({
    where: { organizationId, id, status: 'connected' },
    data: { status: 'reconnect', nextSyncAt: null, failure: failure.stored, failedAt: now() },
  })
}
