import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { NotFound, ReviewReplyExists, ValidationError } from '../../errors'
import { lockRow } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { assertUnchanged } from '../../optimistic-lock'
import { transact } from '../../unit-of-work'
import { GOOGLE_REPLY_MAX_BYTES } from '../constants'
import { type ReviewChange, recordReviewHistory } from '../review-history'
import type { ReplyToReview, ReviewReply, UpdateReviewReply } from '../schema'

export type ReviewReplyAuthor = { userId: string | null }

/** @throws {NotFound} @throws {ReviewReplyExists} @throws {ValidationError} if the text exceeds the site's limit. */
export async function replyToReview(
  organizationId: string,
  { id, text }: ReplyToReview,
  writer: ReviewReplyAuthor = { userId: null },
): Promise<ReviewReply> {
  return writeReply(organizationId, id, writer, (review) => {
    if (review.replyText !== null) throw new ReviewReplyExists()
    assertFits(review.source, text)
    return { text, respondedAt: now(), change: { kind: 'replied', values: { text } } }
  })
}

/**
 * Edits a reply; `respondedAt` keeps the time of the first.
 * @throws {NotFound} also without a reply. @throws {EditConflict} if the text no longer equals `asRead`.
 */
export async function updateReviewReply(
  organizationId: string,
  { id, text, asRead }: UpdateReviewReply,
  writer: ReviewReplyAuthor = { userId: null },
): Promise<ReviewReply> {
  return writeReply(organizationId, id, writer, (review) => {
    if (review.replyText === null || review.respondedAt === null) throw new NotFound('reply')
    const current = { id, replyText: review.replyText, respondedAt: review.respondedAt.toISOString() }
    assertUnchanged(asRead, current satisfies ReviewReply)
    assertFits(review.source, text)
    return { text, respondedAt: review.respondedAt, change: { kind: 'reply_edited', values: { text } } }
  })
}

/** Deletes a reply, here and on its site. @throws {NotFound} also without a reply. */
export async function deleteReviewReply(organizationId: string, id: string, writer: ReviewReplyAuthor): Promise<void> {
  await transact(async ({ tx, signal }) => {
    const review = await lockReview(tx, organizationId, id)
    if (review.replyText === null) throw new NotFound('reply')
    // A reply that was never sent needs no deletion on the site; one that may have arrived does.
    const isOnSite = ['live', 'pending', 'rejected'].includes(review.replyState ?? '')
    const wasSent = review.replySentVersion > 0 || review.replyTries > 0 || isOnSite
    const isQueued = wasSent && isReachable(review)
    await updateReply(tx, organizationId, id, {
      replyText: null,
      respondedAt: null,
      replyState: isQueued ? 'removing' : null,
      replyDueAt: isQueued ? now() : null,
    })
    const change: ReviewChange = { kind: 'reply_deleted', values: { text: review.replyText } }
    await recordReviewHistory(tx, organizationId, now(), [{ ...change, reviewId: id, ...writer }])
    if (isQueued) signal({ queue: 'reviews/replies', organizationId })
  })
}

/** Queues a failed, rejected or local reply again. @throws {NotFound} if no reply can be posted. */
export async function retryReviewReply(organizationId: string, id: string): Promise<void> {
  await transact(async ({ tx, signal }) => {
    const review = await lockReview(tx, organizationId, id)
    const isRetryable = ['failed', 'rejected', 'local'].includes(review.replyState ?? 'local')
    if (review.replyText === null || !isRetryable || !isReachable(review)) throw new NotFound('reply')
    await updateReply(tx, organizationId, id, { replyState: 'sending', replyDueAt: now() })
    signal({ queue: 'reviews/replies', organizationId })
  })
}

async function writeReply(
  organizationId: string,
  id: string,
  writer: ReviewReplyAuthor,
  write: (review: LockedReview) => { text: string; respondedAt: Date; change: ReviewChange },
): Promise<ReviewReply> {
  return transact(async ({ tx, signal }) => {
    const review = await lockReview(tx, organizationId, id)
    const { text, respondedAt, change } = write(review)
    const isQueued = isReachable(review)
    await updateReply(tx, organizationId, id, {
      replyText: text,
      respondedAt,
      replyState: isQueued ? 'sending' : 'local',
      replyDueAt: isQueued ? now() : null,
    })
    await recordReviewHistory(tx, organizationId, now(), [{ ...change, reviewId: id, ...writer }])
    if (isQueued) signal({ queue: 'reviews/replies', organizationId })
    return { id, replyText: text, respondedAt: respondedAt.toISOString() }
  })
}

type LockedReview = Awaited<ReturnType<typeof lockReview>>

async function lockReview(tx: Tx, organizationId: string, id: string) {
  await lockRow(tx, 'review', organizationId, id)
  const row = await tx.review.findFirst({
    where: { organizationId, id },
    include: { reviewSource: { select: { status: true } } },
  })
  if (!row) throw new NotFound('review')
  return row
}

async function updateReply(tx: Tx, organizationId: string, id: string, data: Prisma.ReviewUncheckedUpdateManyInput) {
  await tx.review.updateMany({
    where: { organizationId, id },
    data: { ...data, replyReason: Prisma.DbNull, replyVersion: { increment: 1 }, replyTries: 0, updatedAt: now() },
  })
}

function isReachable({ reviewSource }: LockedReview): boolean {
  return reviewSource?.status === 'connected' || reviewSource?.status === 'reconnect'
}

function assertFits(source: string, text: string): void {
  const bytes = Buffer.byteLength(text, 'utf8')
  if (source !== 'google' || bytes <= GOOGLE_REPLY_MAX_BYTES) return
  const message = localizableMessage('review.replyTooLong', { maximum: GOOGLE_REPLY_MAX_BYTES, bytes })
  throw new ValidationError({ text: [message] })
}
