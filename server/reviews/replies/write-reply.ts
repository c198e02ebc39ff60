import { requireAsRead } from '../../as-read'
import { now } from '../../clock'
import { Prisma, type Tx } from '../../db'
import { NotFound, ReplyExists, ValidationError } from '../../errors'
import { repliesQueued } from '../../jobs/events'
import { lockRow } from '../../locks'
import { sentence } from '../../messages/sentence'
import { transact } from '../../unit-of-work'
import { noteChanges, type ReviewChange } from '../history'
import type { ReplyToReview, ReviewReply, UpdateReviewReply } from '../schema'
import { GOOGLE_REPLY_MAX_BYTES } from '../vocabulary'

/** Author of a reply; null for an API key. */
export type Writer = { userId: string | null }

/** @throws {NotFound} @throws {ReplyExists} @throws {ValidationError} if the text exceeds the site's limit. */
export async function replyToReview(
  organizationId: string,
  { id, text }: ReplyToReview,
  writer: Writer = { userId: null },
): Promise<ReviewReply> {
  return change(organizationId, id, writer, (review) => {
    if (review.replyText !== null) throw new ReplyExists()
    requireFits(review.source, text)
    return { text, respondedAt: now(), told: { kind: 'replied', values: { text } } }
  })
}

/**
 * Edits a reply; `respondedAt` keeps the time of the first.
 * @throws {NotFound} also without a reply. @throws {ChangedMeanwhile} if the text no longer equals `asRead`.
 */
export async function updateReviewReply(
  organizationId: string,
  { id, text, asRead }: UpdateReviewReply,
  writer: Writer = { userId: null },
): Promise<ReviewReply> {
  return change(organizationId, id, writer, (review) => {
    if (review.replyText === null || review.respondedAt === null) throw new NotFound('reply')
    const current = { id, replyText: review.replyText, respondedAt: review.respondedAt.toISOString() }
    requireAsRead(asRead, current satisfies ReviewReply)
    requireFits(review.source, text)
    return { text, respondedAt: review.respondedAt, told: { kind: 'reply_edited', values: { text } } }
  })
}

/** Deletes a reply, here and on its site. @throws {NotFound} also without a reply. */
export async function deleteReviewReply(organizationId: string, id: string, writer: Writer): Promise<void> {
  await transact(async ({ tx, wake }) => {
    const review = await lockReview(tx, organizationId, id)
    if (review.replyText === null) throw new NotFound('reply')
    // A reply that was never sent needs no deletion on the site; one that may have arrived does.
    const wasSent = review.replySentVersion > 0 || review.replyTries > 0 || isOnSite(review)
    const leaves = wasSent && isReachable(review)
    await updateReply(tx, organizationId, id, {
      replyText: null,
      respondedAt: null,
      replyState: leaves ? 'removing' : null,
      replyDueAt: leaves ? now() : null,
    })
    await note(tx, organizationId, id, writer, { kind: 'reply_deleted', values: { text: review.replyText } })
    if (leaves) wake(repliesQueued(organizationId))
  })
}

/** Queues a failed, rejected or local reply again. @throws {NotFound} if no reply can be posted. */
export async function retryReviewReply(organizationId: string, id: string): Promise<void> {
  await transact(async ({ tx, wake }) => {
    const review = await lockReview(tx, organizationId, id)
    const waits = review.replyState === 'failed' || review.replyState === 'rejected' || isLocal(review)
    if (review.replyText === null || !waits || !isReachable(review)) throw new NotFound('reply')
    await updateReply(tx, organizationId, id, { replyState: 'sending', replyDueAt: now() })
    wake(repliesQueued(organizationId))
  })
}

type Written = { text: string; respondedAt: Date; told: ReviewChange }

/** Stores a reply, and queues it if its source is reachable. */
async function change(
  organizationId: string,
  id: string,
  writer: Writer,
  write: (review: LockedReview) => Written,
): Promise<ReviewReply> {
  return transact(async ({ tx, wake }) => {
    const review = await lockReview(tx, organizationId, id)
    const { text, respondedAt, told } = write(review)
    const leaves = isReachable(review)
    await updateReply(tx, organizationId, id, {
      replyText: text,
      respondedAt,
      replyState: leaves ? 'sending' : 'local',
      replyDueAt: leaves ? now() : null,
    })
    await note(tx, organizationId, id, writer, told)
    if (leaves) wake(repliesQueued(organizationId))
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

/** Starts a new version of the reply, without the result of the previous one. */
async function updateReply(
  tx: Tx,
  organizationId: string,
  id: string,
  data: Prisma.ReviewUncheckedUpdateManyInput,
): Promise<void> {
  await tx.review.updateMany({
    where: { organizationId, id },
    data: { ...data, replyReason: Prisma.DbNull, replyVersion: { increment: 1 }, replyTries: 0, updatedAt: now() },
  })
}

/** Replies to a source in status `reconnect` are queued until it is reconnected. */
function isReachable({ reviewSource }: LockedReview): boolean {
  return reviewSource?.status === 'connected' || reviewSource?.status === 'reconnect'
}

function isOnSite({ replyState: state }: LockedReview): boolean {
  return state === 'live' || state === 'pending' || state === 'rejected'
}

/** Replies written before site connections existed have no state. */
function isLocal({ replyState: state }: LockedReview): boolean {
  return state === 'local' || state === null
}

function note(tx: Tx, organizationId: string, reviewId: string, { userId }: Writer, told: ReviewChange) {
  return noteChanges(tx, organizationId, now(), [{ ...told, reviewId, ...(userId === null ? {} : { userId }) }])
}

function requireFits(source: string, text: string): void {
  const bytes = Buffer.byteLength(text, 'utf8')
  if (source === 'google' && bytes > GOOGLE_REPLY_MAX_BYTES)
    throw new ValidationError({
      text: [sentence('review.replyTooLong', { maximum: GOOGLE_REPLY_MAX_BYTES, bytes })],
    })
}
