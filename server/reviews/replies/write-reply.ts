import { requireAsRead } from '../../as-read'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { NotFound, ReplyExists, ValidationError } from '../../errors'
import { repliesQueued } from '../../jobs/events'
import { sentence } from '../../messages/sentence'
import { transact } from '../../unit-of-work'
import { noteChanges, type ReviewChange } from '../history'
import type { ReplyToReview, ReviewReply, UpdateReviewReply } from '../schema'
import { GOOGLE_REPLY_MAX_BYTES, type ReplyState, type SourceStatus } from '../vocabulary'

/** Author of a reply; null for an API key. */
export type Writer = { userId: string | null }

/** @throws {NotFound} @throws {ReplyExists} @throws {ValidationError} if the text exceeds the site's limit. */
export async function replyToReview(
  organizationId: string,
  { id, text }: ReplyToReview,
  writer: Writer = { userId: null },
): Promise<ReviewReply> {
  return change(organizationId, id, writer, (held) => {
    if (held.reply_text !== null) throw new ReplyExists()
    requireFits(held.source, text)
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
  return change(organizationId, id, writer, (held) => {
    if (held.reply_text === null || held.responded_at === null) throw new NotFound('reply')
    const current = { id, replyText: held.reply_text, respondedAt: held.responded_at.toISOString() }
    requireAsRead(asRead, current satisfies ReviewReply)
    requireFits(held.source, text)
    return { text, respondedAt: held.responded_at, told: { kind: 'reply_edited', values: { text } } }
  })
}

/** Deletes a reply, here and on its site. @throws {NotFound} also without a reply. */
export async function deleteReviewReply(organizationId: string, id: string, writer: Writer): Promise<void> {
  await transact(async ({ tx, wake }) => {
    const held = await lockReview(tx, organizationId, id)
    if (held.reply_text === null) throw new NotFound('reply')
    // A reply that was never sent needs no deletion on the site; one that may have arrived does.
    const wasSent = held.reply_sent_version > 0 || held.reply_tries > 0 || isOnSite(held)
    const leaves = wasSent && isReachable(held)
    await tx.$executeRaw`
      UPDATE review SET reply_text = NULL, responded_at = NULL, reply_state = ${leaves ? 'removing' : null}, reply_reason = NULL,
        reply_version = reply_version + 1, reply_tries = 0, reply_due_at = ${leaves ? now() : null}::timestamptz, updated_at = ${now()}
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid`
    await note(tx, organizationId, id, writer, { kind: 'reply_deleted', values: { text: held.reply_text } })
    if (leaves) wake(repliesQueued(organizationId))
  })
}

/** Queues a failed, rejected or local reply again. @throws {NotFound} if no reply can be posted. */
export async function retryReviewReply(organizationId: string, id: string): Promise<void> {
  await transact(async ({ tx, wake }) => {
    const held = await lockReview(tx, organizationId, id)
    const waits = held.reply_state === 'failed' || held.reply_state === 'rejected' || isLocal(held)
    if (held.reply_text === null || !waits || !isReachable(held)) throw new NotFound('reply')
    await tx.$executeRaw`
      UPDATE review SET reply_state = 'sending', reply_reason = NULL, reply_version = reply_version + 1, reply_tries = 0,
        reply_due_at = ${now()}::timestamptz
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid`
    wake(repliesQueued(organizationId))
  })
}

type Held = {
  source: string
  reply_text: string | null
  responded_at: Date | null
  reply_state: ReplyState | null
  reply_sent_version: number
  reply_tries: number
  source_status: SourceStatus | null
}

type Written = { text: string; respondedAt: Date; told: ReviewChange }

/** Stores a reply, and queues it if its source is reachable. */
async function change(
  organizationId: string,
  id: string,
  writer: Writer,
  write: (held: Held) => Written,
): Promise<ReviewReply> {
  return transact(async ({ tx, wake }) => {
    const held = await lockReview(tx, organizationId, id)
    const { text, respondedAt, told } = write(held)
    const leaves = isReachable(held)
    await tx.$executeRaw`
      UPDATE review SET reply_text = ${text}, responded_at = ${respondedAt}, reply_state = ${leaves ? 'sending' : 'local'},
        reply_reason = NULL, reply_version = reply_version + 1, reply_tries = 0,
        reply_due_at = ${leaves ? now() : null}::timestamptz, updated_at = ${now()}
      WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid`
    await note(tx, organizationId, id, writer, told)
    if (leaves) wake(repliesQueued(organizationId))
    return { id, replyText: text, respondedAt: respondedAt.toISOString() }
  })
}

async function lockReview(tx: Tx, organizationId: string, id: string): Promise<Held> {
  const [held] = await tx.$queryRaw<Held[]>`
    SELECT r.source, r.reply_text, r.responded_at, r.reply_state, r.reply_sent_version, r.reply_tries, s.status AS source_status
    FROM review r LEFT JOIN review_source s ON s.organization_id = r.organization_id AND s.id = r.source_id
    WHERE r.id = ${id}::uuid AND r.organization_id = ${organizationId}::uuid FOR UPDATE OF r`
  if (!held) throw new NotFound('review')
  return held
}

/** Replies to a source in status `reconnect` are queued until it is reconnected. */
function isReachable({ source_status: status }: Held): boolean {
  return status === 'connected' || status === 'reconnect'
}

function isOnSite({ reply_state: state }: Held): boolean {
  return state === 'live' || state === 'pending' || state === 'rejected'
}

/** Replies written before site connections existed have no state. */
function isLocal({ reply_state: state }: Held): boolean {
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
