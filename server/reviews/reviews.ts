import type { Review as ReviewRow } from '@/prisma/generated/client'
import { now } from '../clock'
import { db, type Prisma, type Tx } from '../db'
import { NotFound, ReplyExists, ValidationError } from '../errors'
import { toInterval } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { idsFromMark } from '../page-marks'
import { cutOut, type Page, rowsAndTotal, toPage } from '../paging'
import { readTotal } from '../totals'
import { transact } from '../unit-of-work'
import { GOOGLE_REPLY_MAX_BYTES, type ListReviews, type ReplyToReview, type Review, type ReviewReply } from './schema'

const NEWEST_FIRST: Prisma.ReviewOrderByWithRelationInput[] = [{ publishedAt: 'desc' }, { id: 'desc' }]

/** Newest published first. */
export async function listReviews(organizationId: string, input: ListReviews): Promise<Page<Review>> {
  const where = reviewFilter(organizationId, input)
  const isWhole = Object.keys(where).length === 1
  const [rows, total] = await rowsAndTotal(input, {
    rows: (cut) => db.review.findMany({ ...cutOut(where, cut), orderBy: NEWEST_FIRST }),
    ids: (window) =>
      isWhole
        ? idsFromMark(organizationId, 'review', window)
        : db.review.findMany({ where, orderBy: NEWEST_FIRST, select: { id: true }, ...window }),
    length: () => (isWhole ? readTotal(organizationId, 'review') : db.review.count({ where })),
  })
  return toPage(rows.map(presentReview), total, input)
}

/** @throws {NotFound} when it is not in the organization. */
export async function getReview(organizationId: string, id: string): Promise<Review> {
  const row = await db.review.findFirst({ where: { id, organizationId } })
  if (!row) throw new NotFound('review')
  return presentReview(row)
}

/** The first reply. @throws {NotFound} @throws {ReplyExists} @throws {ValidationError} when the site takes no text so long. */
export async function replyToReview(organizationId: string, { id, text }: ReplyToReview): Promise<ReviewReply> {
  return transact(async ({ tx }) => {
    const held = await lockReview(tx, organizationId, id)
    if (held.reply_text !== null) throw new ReplyExists()
    requireFits(held.source, text)
    const respondedAt = now()
    await tx.review.update({ where: { id, organizationId }, data: { replyText: text, respondedAt } })
    return { id, replyText: text, respondedAt: respondedAt.toISOString() }
  })
}

/** Changes the words of a reply; `respondedAt` stays the time of the first. @throws {NotFound} also without a reply. */
export async function updateReviewReply(organizationId: string, { id, text }: ReplyToReview): Promise<ReviewReply> {
  return transact(async ({ tx }) => {
    const held = await lockReview(tx, organizationId, id)
    if (held.responded_at === null) throw new NotFound('reply')
    requireFits(held.source, text)
    await tx.review.update({ where: { id, organizationId }, data: { replyText: text } })
    return { id, replyText: text, respondedAt: held.responded_at.toISOString() }
  })
}

type Locked = { source: string; reply_text: string | null; responded_at: Date | null }

async function lockReview(tx: Tx, organizationId: string, id: string): Promise<Locked> {
  const [held] = await tx.$queryRaw<Locked[]>`
    SELECT source, reply_text, responded_at FROM review WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
  if (!held) throw new NotFound('review')
  return held
}

function requireFits(source: string, text: string): void {
  const bytes = Buffer.byteLength(text, 'utf8')
  if (source === 'google' && bytes > GOOGLE_REPLY_MAX_BYTES)
    throw new ValidationError({
      text: [sentence('review.replyTooLong', { maximum: GOOGLE_REPLY_MAX_BYTES, bytes })],
    })
}

function reviewFilter(organizationId: string, input: ListReviews): Prisma.ReviewWhereInput {
  const { from, before } = toInterval(input.start_date, input.end_date)
  const { rating_min: least, rating_max: most } = input
  return {
    organizationId,
    ...(input.location_id === undefined ? {} : { locationId: input.location_id }),
    ...(input.source === undefined ? {} : { source: input.source }),
    ...(least === undefined && most === undefined
      ? {}
      : { rating: { ...(least === undefined ? {} : { gte: least }), ...(most === undefined ? {} : { lte: most }) } }),
    ...(input.replied === undefined ? {} : { respondedAt: input.replied ? { not: null } : null }),
    ...(from || before ? { publishedAt: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } } : {}),
  }
}

/** A review as it leaves: over the API and as the payload of its events. */
export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    source: row.source,
    rating: row.rating,
    text: row.text,
    publishedAt: row.publishedAt.toISOString(),
    replyText: row.replyText,
    respondedAt: row.respondedAt?.toISOString() ?? null,
  }
}
