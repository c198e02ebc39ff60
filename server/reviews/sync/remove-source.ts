import { now } from '../../clock'
import { transact } from '../../unit-of-work'
import { removeReviews } from './queries'
import { endClaim, type SourceClaim } from './source-rows'

const REVIEWS_AT_ONCE = 500

/**
 * Deletes the reviews of a source in batches, then the source. Resumes in the next run if time runs out.
 * @param until starts no transaction after this, ms since the epoch.
 */
export async function removeSource(claim: SourceClaim, until: number): Promise<void> {
  const { organizationId, id } = claim
  for (let isGone = false; !isGone; ) {
    isGone = await transact(async ({ tx }) => {
      const held = await tx.review.findMany({
        where: { organizationId, sourceId: id },
        select: { externalId: true },
        orderBy: { id: 'asc' },
        take: REVIEWS_AT_ONCE,
      })
      await removeReviews(
        tx,
        organizationId,
        claim.site,
        held.map(({ externalId }) => externalId),
      )
      if (held.length === REVIEWS_AT_ONCE) return false
      // A page stored concurrently may have added reviews: keep the source for the next batch.
      if ((await tx.review.count({ where: { organizationId, sourceId: id } })) > 0) return false
      await tx.reviewSource.deleteMany({ where: { organizationId, id, status: 'removing' } })
      return true
    })
    if (!isGone && Date.now() >= until) return transact(({ tx }) => endClaim(tx, claim, { nextSyncAt: now() }))
  }
}
