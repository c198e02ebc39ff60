import { v7 as uuidv7 } from 'uuid'
import type { Prisma, Review as ReviewRow } from '@/prisma/generated/client'
import { queueReviewCandidates } from '../../alerts/match-candidates'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { lockRow } from '../../locks'
import { resolveAndLockMasterDataId } from '../../master-data/queries'
import { type DomainEvent, transact } from '../../unit-of-work'
import { BAD_REVIEW_MAX_RATING } from '../constants'
import { reconcileReply, toReplyReasonColumn } from '../replies/reconcile-reply'
import { type NewReviewHistoryEntry, type ReviewChange, recordReviewHistory } from '../review-history'
import { presentReview } from '../reviews'
import type { SiteReview } from '../sources/site-client'
import { deleteReviewsAndRecordRemoval, recordReviewsSeen } from './queries'

/**
 * Source of ingested reviews.
 * @property id the connected source; null without one.
 * @property site value of `Review.source`.
 * @property announcedFrom reviews published before this are not announced; null announces all.
 * @property staleAfterReplyMs how long the site's lists may be stale after a reply was posted.
 */
export type IngestionSource = { id: string | null; site: string; announcedFrom: Date | null; staleAfterReplyMs: number }

export type ReviewPageToIngest = {
  reviews: readonly SiteReview[]
  removed: readonly string[]
  requestedAt: Date
  sweepAt: Date | null
}

/**
 * Ingests a page in one transaction; idempotent. New reviews are stored and announced (`new_review`, and `bad_review` for 3 stars or fewer,
 * with the same payload); changes of known reviews are stored and recorded in their history without an announcement; removed reviews are
 * deleted except for their ids. A review is announced once, even under concurrent calls or if it returns after a removal. Unknown locations
 * are cleared.
 * @param beforeIngest runs first in the same transaction; if it throws, nothing is written.
 * @throws if a rating violates the check constraint.
 */
export async function ingestReviews(
  organizationId: string,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
  beforeIngest: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<{ added: number; changed: number; removed: number }> {
  return transact(async (work) => {
    const { tx, emit } = work
    await beforeIngest(tx)
    const reviews = await resolveLocations(tx, organizationId, dedupeAndSort(snapshot.reviews))
    const gone = await deleteReviewsAndRecordRemoval(tx, organizationId, source.site, snapshot.removed)
    const { rows, returned } = await insertNewReviews(tx, organizationId, source, snapshot, reviews)
    const added = new Set(rows.map(({ externalId }) => externalId))
    const existing = reviews.filter(({ externalId }) => !added.has(externalId))
    const changed = await updateExistingReviews(tx, organizationId, source, snapshot, existing)
    const announcedRows = rows.filter(({ id }) => !returned.has(id)).filter((row) => shouldAnnounce(row, source))
    await emit(...announcedRows.flatMap((row) => reviewEvents(row)))
    const announcedIds = announcedRows.map(({ id }) => id)
    await queueReviewCandidates(work, organizationId, announcedIds)
    return { added: rows.length, changed, removed: gone }
  })
}

function shouldAnnounce({ publishedAt }: ReviewRow, { announcedFrom }: IngestionSource): boolean {
  return announcedFrom === null || publishedAt >= announcedFrom
}

function dedupeAndSort(reviews: readonly SiteReview[]): SiteReview[] {
  const byId = new Map(reviews.map((review) => [review.externalId, review]))
  return [...byId.values()].sort((a, b) => (a.externalId < b.externalId ? -1 : 1))
}

async function resolveLocations(tx: Tx, organizationId: string, reviews: SiteReview[]): Promise<SiteReview[]> {
  const locationIds = [...new Set(reviews.map(({ locationId }) => locationId))].filter((id) => id !== null)
  const resolvedIds = new Map<string, string | null>()
  for (const id of locationIds.sort())
    resolvedIds.set(id, await resolveAndLockMasterDataId(tx, 'location', organizationId, id))
  return reviews.map((review) => ({ ...review, locationId: resolvedIds.get(review.locationId ?? '') ?? null }))
}

/**
 * Inserts new reviews. A concurrent insert of the same review blocks until the first commits, then inserts nothing.
 * @returns the inserted rows, oldest first; `returned` has the ids of reviews that had been removed before.
 */
async function insertNewReviews(
  tx: Tx,
  organizationId: string,
  { id: sourceId, site }: IngestionSource,
  { sweepAt }: ReviewPageToIngest,
  reviews: readonly SiteReview[],
): Promise<{ rows: ReviewRow[]; returned: ReadonlySet<string> }> {
  if (reviews.length === 0) return { rows: [], returned: new Set() }
  const externalIds = reviews.map(({ externalId }) => externalId)
  const removedBefore = await tx.removedReview.findMany({
    where: { organizationId, source: site, externalId: { in: externalIds } },
  })
  const formerIds = new Map(removedBefore.map(({ externalId, reviewId }) => [externalId, reviewId]))
  const rows = await tx.review.createManyAndReturn({
    data: reviews.map(({ reply, ...review }) => ({
      id: formerIds.get(review.externalId) ?? uuidv7(),
      organizationId,
      source: site,
      sourceId,
      seenAt: sweepAt,
      ...review,
      ...replyColumns(reply),
    })),
    skipDuplicates: true,
  })
  const returned = new Set(removedBefore.map(({ reviewId }) => reviewId))
  const returnedRows = rows.filter(({ id }) => returned.has(id))
  if (returnedRows.length > 0) {
    const returnedIds = returnedRows.map(({ id }) => id)
    await tx.removedReview.deleteMany({ where: { organizationId, reviewId: { in: returnedIds } } })
    await tx.deletedRecord.deleteMany({ where: { organizationId, kind: 'review', id: { in: returnedIds } } })
    const changes = returnedRows.map(
      ({ id }): NewReviewHistoryEntry => ({ reviewId: id, kind: 'returned', values: {} }),
    )
    await recordReviewHistory(tx, organizationId, now(), changes)
  }
  return { rows: rows.sort((a, b) => a.publishedAt.getTime() - b.publishedAt.getTime()), returned }
}

async function updateExistingReviews(
  tx: Tx,
  organizationId: string,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
  reviews: readonly SiteReview[],
): Promise<number> {
  if (reviews.length === 0) return 0
  const externalIds = reviews.map(({ externalId }) => externalId)
  const where = { organizationId, source: source.site, externalId: { in: externalIds } }
  if (snapshot.sweepAt !== null)
    await recordReviewsSeen(tx, organizationId, { site: source.site, externalIds, seenAt: snapshot.sweepAt })
  const existing = new Map((await tx.review.findMany({ where })).map((row) => [row.externalId, row]))
  let changed = 0
  for (const review of reviews) {
    const row = existing.get(review.externalId)
    if (row && compare(row, review, source, snapshot)) changed += await updateLocked(tx, row, source, snapshot, review)
  }
  return changed
}

/** Re-reads under a row lock: a reply may be written concurrently. */
async function updateLocked(
  tx: Tx,
  { organizationId, id }: ReviewRow,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
  review: SiteReview,
): Promise<number> {
  await lockRow(tx, 'review', organizationId, id)
  const row = await tx.review.findFirst({ where: { organizationId, id } })
  const difference = row && compare(row, review, source, snapshot)
  if (!difference) return 0
  await tx.review.updateMany({ where: { organizationId, id }, data: { ...difference.data, updatedAt: now() } })
  const changes = difference.changes.map((change): NewReviewHistoryEntry => ({ reviewId: id, ...change }))
  await recordReviewHistory(tx, organizationId, snapshot.requestedAt, changes)
  return difference.changes.length > 0 ? 1 : 0
}

type Difference = { data: Prisma.ReviewUncheckedUpdateManyInput; changes: ReviewChange[] }

function compare(
  row: ReviewRow,
  review: SiteReview,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
): Difference | null {
  const { rating, text, editedAt } = review
  const isEdited = row.rating !== rating || row.text !== text
  const metadata = compareMetadata(row, review, source)
  const reply = reconcileReply(row, review.reply, {
    at: snapshot.requestedAt,
    staleAfterReplyMs: source.staleAfterReplyMs,
  })
  if (!isEdited && metadata === null && reply === null) return null
  const content = isEdited ? { rating, text, editedAt: editedAt ?? snapshot.requestedAt } : {}
  const edit: ReviewChange = { kind: 'edited', values: { rating: row.rating, text: row.text } }
  return {
    data: { ...content, ...metadata, ...reply?.data },
    changes: [...(isEdited ? [edit] : []), ...(reply?.change ? [reply.change] : [])],
  }
}

function compareMetadata(
  row: ReviewRow,
  { authorName, url, locationId }: SiteReview,
  { id: sourceId }: IngestionSource,
) {
  const data = { authorName, url, locationId, ...(sourceId === null ? {} : { sourceId }) }
  const isSame = Object.entries(data).every(([key, value]) => row[key as keyof typeof data] === value)
  return isSame ? null : data
}

function replyColumns(reply: SiteReview['reply']) {
  if (reply === null) return {}
  const { text: replyText, respondedAt, state: replyState } = reply
  return { replyText, respondedAt, replyState, replyReason: toReplyReasonColumn(reply) }
}

function reviewEvents(row: ReviewRow): DomainEvent[] {
  const { organizationId } = row
  const payload = presentReview(row)
  const events: DomainEvent[] = [{ organizationId, kind: 'new_review', payload }]
  if (row.rating <= BAD_REVIEW_MAX_RATING) events.push({ organizationId, kind: 'bad_review', payload })
  return events
}
