import type { Prisma } from '@/prisma/generated/client'
import type { Tx } from '../db'
import type { StoredFailure } from './sources/failure'

/** What becomes of a review and of its reply, and the values that each is told with. */
export type ReviewChange =
  /** Its author changed it; what it said before. */
  | { kind: 'edited'; values: { rating: number; text: string } }
  /** The site shows it again. */
  | { kind: 'returned'; values: Record<string, never> }
  /** Written here. */
  | { kind: 'replied'; values: { text: string } }
  | { kind: 'reply_edited'; values: { text: string } }
  | { kind: 'reply_deleted'; values: { text: string } }
  /** What the site made of it. */
  | { kind: 'reply_live' | 'reply_pending'; values: Record<string, never> }
  | { kind: 'reply_rejected'; values: { reason: string } }
  | { kind: 'reply_failed'; values: { failure: StoredFailure } }
  /** Done on the site itself. */
  | { kind: 'site_replied'; values: { text: string } }
  | { kind: 'site_reply_changed'; values: { before: string; text: string } }
  | { kind: 'site_reply_removed'; values: { text: string } }

export type ReviewChangeOf = ReviewChange & { reviewId: string; userId?: string }

/** Writes down what became of reviews, in the transaction in which it did. */
export async function noteChanges(
  tx: Tx,
  organizationId: string,
  at: Date,
  changes: readonly ReviewChangeOf[],
): Promise<void> {
  if (changes.length === 0) return
  await tx.reviewEvent.createMany({
    data: changes.map(({ reviewId, kind, values, userId }) => ({
      organizationId,
      reviewId,
      at,
      kind,
      values: values as Prisma.InputJsonObject,
      userId: userId ?? null,
    })),
  })
}
