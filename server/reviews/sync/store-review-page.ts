import { isInvalidValueError } from '../../database-errors'
import { db } from '../../db'
import { env } from '../../env'
import { addToCachedBacklog, remainingCapacity } from '../../jobs/backlog'
import { readListTotal } from '../../list-totals'
import { log } from '../../log'
import { addSkippedReviews, type SiteReview, type SkippedReviews } from '../sources/site-client'
import { createSiteFailure } from '../sources/site-failure'
import { type IngestionSource, ingestReviews, type ReviewPageToIngest } from './ingest-reviews'
import { type ClaimedSource, type SyncCursor, saveSyncCursor } from './source-lease'

/**
 * Stores a page together with the cursor after it. New reviews are limited by the organization's review limit and by the room in its
 * webhook delivery backlog; reviews that PostgreSQL rejects are skipped and counted in the cursor.
 * @returns the stored cursor: `before` if only a part of the page fits for now.
 * @throws {SiteFailure} `tooMany` when the review limit is reached.
 */
export async function storeReviewPage(
  claim: ClaimedSource,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
  before: SyncCursor,
  after: SyncCursor,
): Promise<SyncCursor> {
  const newReviews = await listNewReviews(claim, source, snapshot.reviews)
  const allowed = Math.max(0, env.reviewsMax - (await readListTotal(claim.organizationId, 'review')))
  const fittingCount = Math.min(allowed, await countFittingDeliveries(claim.organizationId, source, newReviews))
  if (fittingCount >= newReviews.length) return storeReviews(claim, source, snapshot, after)
  const deferred = new Set(newReviews.slice(fittingCount).map(({ externalId }) => externalId))
  const part = { ...snapshot, reviews: snapshot.reviews.filter(({ externalId }) => !deferred.has(externalId)) }
  const stored = await storeReviews(claim, source, part, before)
  if (fittingCount === allowed) throw createSiteFailure('tooMany', { maximum: String(env.reviewsMax) })
  return stored
}

async function listNewReviews(
  { organizationId }: ClaimedSource,
  { site }: IngestionSource,
  reviews: readonly SiteReview[],
) {
  if (reviews.length === 0) return []
  const existing = await db.review.findMany({
    where: { organizationId, source: site, externalId: { in: reviews.map(({ externalId }) => externalId) } },
    select: { externalId: true },
  })
  const ids = new Set(existing.map(({ externalId }) => externalId))
  return reviews.filter(({ externalId }) => !ids.has(externalId))
}

async function countFittingDeliveries(organizationId: string, source: IngestionSource, reviews: readonly SiteReview[]) {
  const isUnannounced = ({ publishedAt }: SiteReview) =>
    source.announcedFrom !== null && publishedAt < source.announcedFrom
  if (reviews.every(isUnannounced)) return reviews.length
  const subscriptions = await db.webhookSubscription.findMany({
    where: { organizationId, active: true },
    select: { triggerTypes: true },
  })
  const triggers = subscriptions.flatMap(({ triggerTypes }) => triggerTypes)
  const perReview = triggers.filter((trigger) => trigger === 'new_review' || trigger === 'bad_review').length
  if (perReview === 0) return reviews.length
  const capacity = Math.max(0, await remainingCapacity(organizationId, 'deliveries'))
  const count = Math.min(reviews.length, Math.floor(capacity / perReview))
  addToCachedBacklog(organizationId, 'deliveries', count * perReview)
  return count
}

async function storeReviews(
  claim: ClaimedSource,
  source: IngestionSource,
  snapshot: ReviewPageToIngest,
  syncCursor: SyncCursor,
): Promise<SyncCursor> {
  const { organizationId, id: sourceId } = claim
  const store = (part: ReviewPageToIngest, result: SyncCursor) =>
    ingestReviews(organizationId, source, part, (tx) => saveSyncCursor(tx, claim, result))
  try {
    await store(snapshot, syncCursor)
    return syncCursor
  } catch (error) {
    if (!isInvalidValueError(error)) throw error
  }
  let skipped: SkippedReviews = syncCursor.skipped
  for (const [index, review] of snapshot.reviews.entries()) {
    try {
      await ingestReviews(organizationId, source, { ...snapshot, reviews: [review], removed: [] })
    } catch (error) {
      if (!isInvalidValueError(error)) throw error
      log.warn({ err: error, organizationId, sourceId }, 'a review could not be stored')
      skipped = addSkippedReviews(skipped, { count: 1, first: `reviews.${index}` })
    }
  }
  const result = { ...syncCursor, skipped }
  await store({ ...snapshot, reviews: [] }, result)
  return result
}
