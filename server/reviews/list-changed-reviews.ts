import { type ChangeFeedRequest, type Changes, findInChangeOrder, listChanges } from '../change-feed/list-changes'
import { db } from '../db'
import { countReviews, resolveLocationFilter, reviewWhere } from './review-filter'
import { presentReview } from './reviews'
import type { ListReviews, Review } from './schema'

/** Reviews in the order of their last change; removed ones come whatever the filters. */
export async function listChangedReviews(
  organizationId: string,
  { location_id: locationId, ...filters }: Omit<ListReviews, 'page' | 'limit'>,
  request: ChangeFeedRequest,
): Promise<Changes<Review>> {
  const filter = { ...filters, ...(await resolveLocationFilter(organizationId, locationId)) }
  const where = reviewWhere(organizationId, filter)
  return listChanges(organizationId, request, {
    kind: 'review',
    total: await countReviews(organizationId, filter),
    read: async (range, limit) => {
      const rows = await findInChangeOrder(range, limit, ({ at, id }, take) =>
        db.review.findMany({
          where: { ...where, updatedAt: at, ...(id && { id }) },
          orderBy: [{ updatedAt: 'asc' }, { id: 'asc' }],
          take,
        }),
      )
      return rows.map((row) => {
        const { updatedAt } = row
        return { at: updatedAt, id: row.id, item: { ...presentReview(row), updatedAt: updatedAt.toISOString() } }
      })
    },
  })
}
