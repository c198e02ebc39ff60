import { listContacts } from '../../contacts/list-contacts'
import { getResponse, listResponses } from '../../responses/responses'
import { listReviews } from '../../reviews/reviews'
import type { EventKind } from '../../webhooks/schema'

const LATEST = { page: 1, limit: 1 }
const DETRACTOR_MAX_SCORE = 6

/**
 * Example payload: the newest matching record as the API presents it, or null if there is none. Kinds with a dot have
 * no record to present.
 */
export async function loadExampleEventPayload(organizationId: string, kind: EventKind): Promise<object | null> {
  switch (kind) {
    case 'new_contact':
      return (await listContacts(organizationId, LATEST)).data.parse()[0] ?? null
    case 'new_response':
      return latestResponse(organizationId, 1, () => true)
    case 'detractor_response':
      return latestResponse(organizationId, 100, (score) => score !== null && score <= DETRACTOR_MAX_SCORE)
    case 'new_review':
      return (await listReviews(organizationId, LATEST)).data[0] ?? null
    case 'bad_review':
      return (await listReviews(organizationId, { ...LATEST, rating_max: 3 })).data[0] ?? null
    case 'contact.bounced':
    case 'sending.failed':
    case 'step.completed':
      return null
  }
}

async function latestResponse(organizationId: string, limit: number, matches: (npsScore: number | null) => boolean) {
  const { data } = await listResponses(organizationId, { page: 1, limit })
  const match = data.find(({ npsScore }) => matches(npsScore))
  return match ? getResponse(organizationId, match.id) : null
}
