import { now } from '../../clock'
import { transact } from '../../unit-of-work'
import { deleteReviewsAndRecordRemoval } from './queries'
import { type ClaimedSource, releaseSource } from './source-lease'

const BATCH_SIZE = 500

/**
 * Deletes the reviews of a source in batches, then the source. Resumes in the next run if time runs out.
 * @param until starts no transaction after this, ms since the epoch.
 */
export async function removeSource(claim: ClaimedSource, until: number): Promise<void> {
  const { organizationId, id } = claim
  for (let isRemoved = false; !isRemoved; ) {
    isRemoved = await transact(async ({ tx }) => {
      const batch = await tx.review.findMany({
        where: { organizationId, sourceId: id },
        select: { externalId: true },
        orderBy: { id: 'asc' },
        take: BATCH_SIZE,
      })
      const externalIds = batch.map(({ externalId }) => externalId)
      await deleteReviewsAndRecordRemoval(tx, organizationId, claim.site, externalIds)
      if (batch.length === BATCH_SIZE) return false
      // A page stored concurrently may have added reviews: keep the source for the next batch.
      if ((await tx.review.count({ where: { organizationId, sourceId: id } })) > 0) return false
      await tx.reviewSource.deleteMany({ where: { organizationId, id, status: 'removing' } })
      return true
    })
    if (!isRemoved && Date.now() >= until) return transact(({ tx }) => releaseSource(tx, claim, { nextSyncAt: now() }))
  }
}
