import type { Prisma } from '@/prisma/generated/client'
import type { Tx } from '../db'
import type { StoredSiteFailure } from './sources/site-failure'

export type ReviewChange =
  | { kind: 'edited'; values: { rating: number; text: string } }
  | { kind: 'matched' | 'unmatched' | 'returned' | 'reply_live' | 'reply_pending'; values: Record<string, never> }
  | { kind: 'replied' | 'reply_edited' | 'reply_deleted'; values: { text: string } }
  | { kind: 'reply_rejected'; values: { reason: string } }
  | { kind: 'reply_failed'; values: { failure: StoredSiteFailure } }
  | { kind: 'site_replied' | 'site_reply_removed'; values: { text: string } }
  | { kind: 'site_reply_changed'; values: { before: string; text: string } }

export type NewReviewHistoryEntry = ReviewChange & { reviewId: string; userId?: string | null }

export async function recordReviewHistory(
  tx: Tx,
  organizationId: string,
  at: Date,
  changes: readonly NewReviewHistoryEntry[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.reviewEvent.createMany({
    data: changes.map(({ reviewId, kind, values, userId = null }) => ({
      organizationId,
      reviewId,
      at,
      kind,
      values: values as Prisma.InputJsonObject,
      userId,
    })),
  })
}
