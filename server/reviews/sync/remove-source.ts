import { now } from '../../clock'
import { transact } from '../../unit-of-work'
import { endClaim, type SourceClaim } from './source-rows'
import { removeReviews } from './take-in'

/** In one transaction. */
const REVIEWS_AT_ONCE = 500

/**
 * One turn of the end of a source: its reviews go, as those do that their site removed, and with the last of them the source.
 * @param until begins no transaction after this, ms since the epoch.
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
      // One that a page brought in just now keeps it for another turn.
      if ((await tx.review.count({ where: { organizationId, sourceId: id } })) > 0) return false
      await tx.reviewSource.deleteMany({ where: { organizationId, id, status: 'removing' } })
      return true
    })
    if (!isGone && Date.now() >= until) return transact(({ tx }) => endClaim(tx, claim, { nextSyncAt: now() }))
  }
}
