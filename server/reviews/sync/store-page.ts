import { isRefusedValue } from '../../database-errors'
import { db } from '../../db'
import { env } from '../../env'
import { noteQueued, roomFor } from '../../jobs/backlog'
import { log } from '../../log'
import { readTotal } from '../../totals'
import { siteFailure } from '../sources/failure'
import { addSkipped, type SiteReview, type Skipped } from '../sources/site'
import { keepWalk, type SourceClaim, type Walk } from './source-rows'
import { type Origin, type Shown, takeIn } from './take-in'

/**
 * Stores a page together with the cursor after it. New reviews are limited by the organization's review limit and by the room in its
 * webhook delivery backlog; reviews that PostgreSQL rejects are skipped and counted in the cursor.
 * @returns the stored cursor: `before` if only a part of the page fits for now.
 * @throws {SiteFailure} `tooMany` when the review limit is reached.
 */
export async function storePage(
  claim: SourceClaim,
  origin: Origin,
  shown: Shown,
  before: Walk,
  after: Walk,
): Promise<Walk> {
  const unknown = await listUnknown(claim, origin, shown.reviews)
  const allowed = Math.max(0, env.reviewsMax - (await readTotal(claim.organizationId, 'review')))
  const fitting = Math.min(allowed, await countAnnounceable(claim.organizationId, origin, unknown))
  if (fitting >= unknown.length) return storeReviews(claim, origin, shown, after)
  const left = new Set(unknown.slice(fitting).map(({ externalId }) => externalId))
  const part = { ...shown, reviews: shown.reviews.filter(({ externalId }) => !left.has(externalId)) }
  const kept = await storeReviews(claim, origin, part, before)
  if (fitting === allowed) throw siteFailure('tooMany', { maximum: String(env.reviewsMax) })
  return kept
}

async function listUnknown(
  { organizationId }: SourceClaim,
  { site }: Origin,
  reviews: readonly SiteReview[],
): Promise<SiteReview[]> {
  if (reviews.length === 0) return []
  const known = await db.review.findMany({
    where: { organizationId, source: site, externalId: { in: reviews.map(({ externalId }) => externalId) } },
    select: { externalId: true },
  })
  const ids = new Set(known.map(({ externalId }) => externalId))
  return reviews.filter(({ externalId }) => !ids.has(externalId))
}

/** Number of new reviews whose webhook deliveries fit in the backlog; reserves that room in this process. */
async function countAnnounceable(
  organizationId: string,
  origin: Origin,
  reviews: readonly SiteReview[],
): Promise<number> {
  const isSilent = ({ publishedAt }: SiteReview) => origin.silentBefore !== null && publishedAt < origin.silentBefore
  if (reviews.every(isSilent)) return reviews.length
  const subscriptions = await db.webhookSubscription.findMany({
    where: { organizationId, active: true },
    select: { triggerTypes: true },
  })
  const triggers = subscriptions.flatMap(({ triggerTypes }) => triggerTypes)
  const perReview = triggers.filter((trigger) => trigger === 'new_review' || trigger === 'bad_review').length
  if (perReview === 0) return reviews.length
  const room = Math.max(0, await roomFor(organizationId, 'deliveries'))
  const count = Math.min(reviews.length, Math.floor(room / perReview))
  noteQueued(organizationId, 'deliveries', count * perReview)
  return count
}

/** In one transaction; one review at a time if PostgreSQL rejects a value. */
async function storeReviews(claim: SourceClaim, origin: Origin, shown: Shown, walk: Walk): Promise<Walk> {
  const { organizationId, id: sourceId } = claim
  const store = (part: Shown, kept: Walk) => takeIn(organizationId, origin, part, (tx) => keepWalk(tx, claim, kept))
  try {
    await store(shown, walk)
    return walk
  } catch (error) {
    if (!isRefusedValue(error)) throw error
  }
  let skipped: Skipped = walk.skipped
  for (const [index, review] of shown.reviews.entries()) {
    try {
      await takeIn(organizationId, origin, { ...shown, reviews: [review], removed: [] })
    } catch (error) {
      if (!isRefusedValue(error)) throw error
      log.warn({ err: error, organizationId, sourceId }, 'a review could not be stored')
      skipped = addSkipped(skipped, { count: 1, first: `reviews.${index}` })
    }
  }
  const kept = { ...walk, skipped }
  await store({ ...shown, reviews: [] }, kept)
  return kept
}
