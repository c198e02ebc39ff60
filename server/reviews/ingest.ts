import { v7 as uuidv7 } from 'uuid'
import type { Review as ReviewRow } from '@/prisma/generated/client'
import { now } from '../clock'
import type { Prisma, Tx } from '../db'
import { type DomainEvent, transact } from '../unit-of-work'
import { presentReview } from './reviews'

/** Up to this many stars a review is a bad one. */
export const BAD_REVIEW_MAX_RATING = 3

/** A review as its site tells it. */
export type SiteReview = {
  /** The review's id on its site. */
  externalId: string
  /** Whole stars, 1 to 5. */
  rating: number
  /** Empty for a review without words. */
  text: string
  authorName: string | null
  publishedAt: Date
  /** The organization's location that it is about; null where the site knows none. */
  locationId: string | null
  /** What the organization replied on the site itself; null when nothing. */
  reply: { text: string; respondedAt: Date } | null
}

/**
 * Takes in what a review site shows, as often as it shows it, in one transaction: a review that was never seen before is
 * kept and announced (`new_review`, and `bad_review` at 3 stars or fewer, with the same payload); of one that is known,
 * changed words, stars and author are kept, and a reply where we have none, silently. Two of these at once announce a
 * review once.
 * @param source the review site, as `Review.source` names it.
 * @throws when a location is not the organization's, or a rating is none.
 */
export async function recordReviews(
  organizationId: string,
  source: string,
  reviews: readonly SiteReview[],
): Promise<{ added: number; changed: number }> {
  if (reviews.length === 0) return { added: 0, changed: 0 }
  const shown = inOrder(reviews)
  return transact(async ({ tx, emit }) => {
    const added = await insertUnseen(tx, organizationId, source, shown)
    const isAdded = new Set(added.map(({ externalId }) => externalId))
    const known = shown.filter(({ externalId }) => !isAdded.has(externalId))
    const changed = await updateKnown(tx, organizationId, source, known)
    await emit(...added.flatMap((row) => reviewEvents(row)))
    return { added: added.length, changed }
  })
}

/** Each review once, and every call in the same order, so that two never wait for each other in a circle. */
function inOrder(reviews: readonly SiteReview[]): SiteReview[] {
  const byId = new Map(reviews.map((review) => [review.externalId, cleaned(review)]))
  return [...byId.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
}

/** What PostgreSQL cannot store must not keep the rest of a page out: NULs and halves of characters are dropped. */
function cleaned(review: SiteReview): SiteReview {
  const clean = (text: string) => text.replaceAll('\0', '').toWellFormed()
  return {
    ...review,
    text: clean(review.text),
    authorName: review.authorName === null ? null : clean(review.authorName),
    reply: review.reply && { ...review.reply, text: clean(review.reply.text) },
  }
}

/** A twin that inserts the same review waits for the one that came first, then adds nothing. Oldest first. */
async function insertUnseen(
  tx: Tx,
  organizationId: string,
  source: string,
  reviews: readonly SiteReview[],
): Promise<ReviewRow[]> {
  const data = reviews.map(({ reply, ...review }) => ({
    id: uuidv7(),
    organizationId,
    source,
    ...review,
    ...repliedBy(reply),
  }))
  const rows = await tx.review.createManyAndReturn({ data, skipDuplicates: true })
  return rows.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime())
}

/** @returns how many changed. */
async function updateKnown(
  tx: Tx,
  organizationId: string,
  source: string,
  reviews: readonly SiteReview[],
): Promise<number> {
  const held = await tx.review.findMany({
    where: { organizationId, source, externalId: { in: reviews.map(({ externalId }) => externalId) } },
  })
  const byId = new Map(held.map((row) => [row.externalId, row]))
  let changed = 0
  for (const review of reviews) {
    const row = byId.get(review.externalId)
    const change = row && detectChange(row, review)
    if (!row || !change) continue
    // A reply that was written here meanwhile stands, because it is on its way to the site; the next look takes the rest.
    const where = { id: row.id, organizationId, ...('replyText' in change ? { respondedAt: null } : {}) }
    changed += (await tx.review.updateMany({ where, data: change })).count
  }
  return changed
}

/** Null when the site says nothing new. */
function detectChange(
  row: ReviewRow,
  { rating, text, authorName, reply }: SiteReview,
): Prisma.ReviewUpdateManyMutationInput | null {
  const isSame = row.rating === rating && row.text === text && row.authorName === authorName
  const isReplied = reply !== null && row.respondedAt === null
  if (isSame && !isReplied) return null
  return { rating, text, authorName, updatedAt: now(), ...(isReplied ? repliedBy(reply) : {}) }
}

function repliedBy(reply: SiteReview['reply']) {
  return { replyText: reply?.text ?? null, respondedAt: reply?.respondedAt ?? null }
}

/** Both events carry the same payload, and so the same bytes. */
function reviewEvents(row: ReviewRow): DomainEvent[] {
  const { organizationId } = row
  const payload = presentReview(row)
  const announced: DomainEvent = { organizationId, kind: 'new_review', payload }
  return row.rating <= BAD_REVIEW_MAX_RATING
    ? [announced, { organizationId, kind: 'bad_review', payload }]
    : [announced]
}
