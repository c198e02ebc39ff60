import type { Review as ReviewRow } from '@/prisma/generated/client'
import { db, type Prisma } from '../db'
import { NotFound } from '../errors'
import { toInterval } from '../fields/schema'
import { idsFromMark } from '../page-marks'
import { cutOut, type Page, rowsAndTotal, toPage } from '../paging'
import { readTotal } from '../totals'
import type { ListReviews, Review } from './schema'

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
