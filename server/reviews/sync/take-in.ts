import { v7 as uuidv7 } from 'uuid'
import type { Prisma, Review as ReviewRow } from '@/prisma/generated/client'
import { queueReviews } from '../../alerts/match-candidates'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { lockRow } from '../../locks'
import { findMeantRecord } from '../../records/queries'
import { type DomainEvent, transact } from '../../unit-of-work'
import { noteChanges, type ReviewChange, type ReviewChangeOf } from '../history'
import { mergeReply, reasonColumn } from '../replies/merge-reply'
import { presentReview } from '../reviews'
import type { SiteReview } from '../sources/site'
import { BAD_REVIEW_MAX_RATING } from '../vocabulary'
import { removeReviews } from './queries'

/**
 * Source of ingested reviews.
 * @property id the connected source; null without one.
 * @property site value of `Review.source`.
 * @property silentBefore reviews published before this are not announced; null announces all.
 * @property settlesMs how long the site's lists may be stale after a reply was posted.
 */
export type Origin = { id: string | null; site: string; silentBefore: Date | null; settlesMs: number }

/**
 * A page of a site.
 * @property askedAt before the request.
 * @property sweepAt start of the full comparison it belongs to; null if none.
 */
export type Shown = {
  reviews: readonly SiteReview[]
  removed: readonly string[]
  askedAt: Date
  sweepAt: Date | null
}

export type TakenIn = { added: number; changed: number; removed: number }

/**
 * Ingests a page in one transaction; idempotent. New reviews are stored and announced (`new_review`, and `bad_review` for 3 stars or fewer,
 * with the same payload); changes of known reviews are stored and recorded in their history without an announcement; removed reviews are
 * deleted except for their ids. A review is announced once, even under concurrent calls or if it returns after a removal. Unknown locations
 * are cleared.
 * @param first runs first in the same transaction; if it throws, nothing is written.
 * @throws if a rating violates the check constraint.
 */
export async function takeIn(
  organizationId: string,
  origin: Origin,
  shown: Shown,
  first: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<TakenIn> {
  return transact(async (work) => {
    const { tx, emit } = work
    await first(tx)
    const reviews = await atOwnLocations(tx, organizationId, inOrder(shown.reviews))
    const gone = await removeReviews(tx, organizationId, origin.site, shown.removed)
    const { rows, returned } = await insertUnseen(tx, organizationId, origin, shown, reviews)
    const added = new Set(rows.map(({ externalId }) => externalId))
    const known = reviews.filter(({ externalId }) => !added.has(externalId))
    const changed = await updateKnown(tx, organizationId, origin, shown, known)
    const news = rows.filter(({ id }) => !returned.has(id)).filter((row) => isAnnounced(row, origin))
    await emit(...news.flatMap((row) => reviewEvents(row)))
    await queueReviews(
      work,
      organizationId,
      news.map(({ id }) => id),
    )
    return { added: rows.length, changed, removed: gone }
  })
}

function isAnnounced({ publishedAt }: ReviewRow, { silentBefore }: Origin): boolean {
  return silentBefore === null || publishedAt >= silentBefore
}

/** Deduplicates, and sorts by id so that concurrent calls lock rows in the same order (no deadlocks). */
function inOrder(reviews: readonly SiteReview[]): SiteReview[] {
  const byId = new Map(reviews.map((review) => [review.externalId, review]))
  return [...byId.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
}

/** Resolves merged locations and clears deleted ones. */
async function atOwnLocations(tx: Tx, organizationId: string, reviews: SiteReview[]): Promise<SiteReview[]> {
  const named = [...new Set(reviews.map(({ locationId }) => locationId))].filter((id) => id !== null)
  const meant = new Map<string, string | null>()
  for (const id of named.sort()) meant.set(id, await findMeantRecord(tx, 'location', organizationId, id))
  return reviews.map((review) => ({ ...review, locationId: meant.get(review.locationId ?? '') ?? null }))
}

/**
 * Inserts new reviews. A concurrent insert of the same review blocks until the first commits, then inserts nothing.
 * @returns the inserted rows, oldest first; `returned` has the ids of reviews that had been removed before.
 */
async function insertUnseen(
  tx: Tx,
  organizationId: string,
  { id: sourceId, site }: Origin,
  { sweepAt }: Shown,
  reviews: readonly SiteReview[],
): Promise<{ rows: ReviewRow[]; returned: ReadonlySet<string> }> {
  if (reviews.length === 0) return { rows: [], returned: new Set() }
  const externalIds = reviews.map(({ externalId }) => externalId)
  const former = await tx.removedReview.findMany({
    where: { organizationId, source: site, externalId: { in: externalIds } },
  })
  const idOf = new Map(former.map(({ externalId, reviewId }) => [externalId, reviewId]))
  const rows = await tx.review.createManyAndReturn({
    data: reviews.map(({ reply, ...review }) => ({
      id: idOf.get(review.externalId) ?? uuidv7(),
      organizationId,
      source: site,
      sourceId,
      seenAt: sweepAt,
      ...review,
      ...repliedBy(reply),
    })),
    skipDuplicates: true,
  })
  const returned = new Set(former.map(({ reviewId }) => reviewId))
  const back = rows.filter(({ id }) => returned.has(id))
  if (back.length > 0) {
    await tx.removedReview.deleteMany({ where: { organizationId, reviewId: { in: back.map(({ id }) => id) } } })
    const changes = back.map(({ id }): ReviewChangeOf => ({ reviewId: id, kind: 'returned', values: {} }))
    await noteChanges(tx, organizationId, now(), changes)
  }
  return { rows: rows.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime()), returned }
}

async function updateKnown(
  tx: Tx,
  organizationId: string,
  origin: Origin,
  shown: Shown,
  reviews: readonly SiteReview[],
): Promise<number> {
  if (reviews.length === 0) return 0
  const externalIds = reviews.map(({ externalId }) => externalId)
  const where = { organizationId, source: origin.site, externalId: { in: externalIds } }
  if (shown.sweepAt !== null) await tx.review.updateMany({ where, data: { seenAt: shown.sweepAt } })
  const known = new Map((await tx.review.findMany({ where })).map((row) => [row.externalId, row]))
  let changed = 0
  for (const review of reviews) {
    const row = known.get(review.externalId)
    if (row && compare(row, review, origin, shown)) changed += await updateOne(tx, row, origin, shown, review)
  }
  return changed
}

/** Re-reads under a row lock: a reply may be written concurrently. */
async function updateOne(
  tx: Tx,
  { organizationId, id }: ReviewRow,
  origin: Origin,
  shown: Shown,
  review: SiteReview,
): Promise<number> {
  await lockRow(tx, 'review', organizationId, id)
  const row = await tx.review.findFirst({ where: { organizationId, id } })
  const found = row && compare(row, review, origin, shown)
  if (!found) return 0
  await tx.review.updateMany({ where: { organizationId, id }, data: { ...found.data, updatedAt: now() } })
  const changes = found.changes.map((change): ReviewChangeOf => ({ reviewId: id, ...change }))
  await noteChanges(tx, organizationId, shown.askedAt, changes)
  return found.changes.length > 0 ? 1 : 0
}

type Difference = { data: Prisma.ReviewUncheckedUpdateManyInput; changes: ReviewChange[] }

function compare(row: ReviewRow, review: SiteReview, origin: Origin, shown: Shown): Difference | null {
  const edit = compareWords(row, review, shown)
  const place = comparePlace(row, review, origin)
  const reply = mergeReply(row, review.reply, { at: shown.askedAt, settlesMs: origin.settlesMs })
  if (edit === null && place === null && reply === null) return null
  return {
    data: { ...edit?.data, ...place, ...reply?.data },
    changes: [...(edit?.changes ?? []), ...(reply?.change ? [reply.change] : [])],
  }
}

function compareWords(row: ReviewRow, { rating, text, editedAt }: SiteReview, { askedAt }: Shown): Difference | null {
  if (row.rating === rating && row.text === text) return null
  return {
    data: { rating, text, editedAt: editedAt ?? askedAt },
    changes: [{ kind: 'edited', values: { rating: row.rating, text: row.text } }],
  }
}

/** Fields that are updated without a history event. */
function comparePlace(row: ReviewRow, { authorName, url, locationId }: SiteReview, { id: sourceId }: Origin) {
  const data = {
    authorName,
    url,
    locationId,
    ...(sourceId === null ? {} : { sourceId }),
  }
  const isSame = Object.entries(data).every(([key, value]) => row[key as keyof typeof data] === value)
  return isSame ? null : data
}

function repliedBy(reply: SiteReview['reply']) {
  if (reply === null) return {}
  const { text: replyText, respondedAt, state: replyState } = reply
  return { replyText, respondedAt, replyState, replyReason: reasonColumn(reply) }
}

function reviewEvents(row: ReviewRow): DomainEvent[] {
  const { organizationId } = row
  const payload = presentReview(row)
  const announced: DomainEvent[] = [{ organizationId, kind: 'new_review', payload }]
  if (row.rating <= BAD_REVIEW_MAX_RATING) announced.push({ organizationId, kind: 'bad_review', payload })
  return announced
}
