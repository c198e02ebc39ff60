import { listContacts } from '../../contacts/list'
import { getResponse, listResponses } from '../../responses/responses'
import { listReviews } from '../../reviews/reviews'
import type { EventKind } from '../../webhooks/schema'

const NEWEST = { page: 1, limit: 1 }
const BEST_SCORE_OF_A_DETRACTOR = 6

/**
 * Example payload: the newest matching record as the API presents it, or null if there is none. `step.completed` has no
 * record to present.
 */
export async function newestPayload(organizationId: string, kind: EventKind): Promise<object | null> {
  switch (kind) {
    case 'new_contact':
      return (await listContacts(organizationId, NEWEST)).data.parse()[0] ?? null
    case 'new_response':
      return newestResponse(organizationId, 1, () => true)
    case 'detractor_response':
      return newestResponse(organizationId, 100, (score) => score !== null && score <= BEST_SCORE_OF_A_DETRACTOR)
    case 'new_review':
      return (await listReviews(organizationId, NEWEST)).data[0] ?? null
    case 'bad_review':
      return (await listReviews(organizationId, { ...NEWEST, rating_max: 3 })).data[0] ?? null
    case 'step.completed':
      return null
  }
}

async function newestResponse(organizationId: string, among: number, fits: (npsScore: number | null) => boolean) {
  const { data } = await listResponses(organizationId, { page: 1, limit: among })
  const found = data.find(({ npsScore }) => fits(npsScore))
  return found ? getResponse(organizationId, found.id) : null
}
