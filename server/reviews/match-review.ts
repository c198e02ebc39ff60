import { now } from '../clock'
import { NotFound, ValidationError } from '../errors'
import { lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { insertReviewCandidates } from '../sequences/entry/queries'
import { transact } from '../unit-of-work'
import { recordReviewHistory } from './review-history'
import type { MatchReview } from './schema'

/**
 * Records which contact wrote a review, or that none did. Sequences may begin with it, once for each contact and review.
 * @throws {NotFound} @throws {ValidationError} for a contact that the organization does not have
 */
export async function matchReview(
  organizationId: string,
  { id, contactId }: MatchReview,
  userId: string | null,
): Promise<MatchReview> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'review', organizationId, id)
    const review = await tx.review.findFirst({ where: { id, organizationId } })
    if (!review) throw new NotFound('review')
    if (review.contactId === contactId) return { id, contactId }
    if (contactId !== null && (await tx.contact.count({ where: { organizationId, id: contactId } })) === 0)
      throw new ValidationError({ contactId: [localizableMessage('review.noContact')] })
    await tx.review.update({ where: { id, organizationId }, data: { contactId } })
    const kind = contactId === null ? 'unmatched' : 'matched'
    await recordReviewHistory(tx, organizationId, now(), [{ kind, values: {}, reviewId: id, userId }])
    if (contactId !== null)
      await insertReviewCandidates(tx, organizationId, { reviewId: id, contactId, rating: review.rating })
    return { id, contactId }
  })
}
