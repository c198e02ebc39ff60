import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { waitForLockWaiters, withOpenTransaction } from '../../testing/database/locks'
import { aLocation, anOrganization, aSubscription } from '../../testing/factories/basics'
import { apiAs } from '../../testing/rest-client'
import { replyToReview } from '../replies/review-replies'
import type { SiteReview } from '../sources/site-client'
import { type IngestionSource, ingestReviews } from './ingest-reviews'

function aSiteReview(data: Partial<SiteReview> = {}): SiteReview {
  return {
    externalId: uuidv7(),
    rating: 5,
    text: 'Quick and friendly.',
    authorName: 'Ada L.',
    publishedAt: new Date('2026-11-02T09:30:00.123Z'),
    editedAt: null,
    url: null,
    locationId: null,
    reply: null,
    ...data,
  }
}

function ingest(organizationId: string, site: string, reviews: readonly SiteReview[], removed: string[] = []) {
  const source: IngestionSource = { id: null, site, announcedFrom: null, staleAfterReplyMs: 0 }
  return ingestReviews(organizationId, source, { reviews, removed, requestedAt: new Date(), sweepAt: null })
}

const listDeliveries = (organizationId: string) =>
  db.webhookDelivery.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
const listEventKinds = async (organizationId: string) =>
  (await listDeliveries(organizationId)).map(({ kind }) => kind).sort()
const listReviews = (organizationId: string) => db.review.findMany({ where: { organizationId } })

const aReply = (text: string, at: string) => ({ text, respondedAt: new Date(at), state: 'live', reason: null }) as const

async function aSubscribedOrganization(): Promise<string> {
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_review', 'bad_review'])
  return organizationId
}

describe('new reviews', () => {
  it('announces a review rated 3 in separate new_review and bad_review deliveries with the API’s body', async () => {
    const organizationId = await aSubscribedOrganization()
    const { id: locationId } = await aLocation(organizationId)

    const result = await ingest(organizationId, 'google', [
      aSiteReview({ rating: 3, text: 'Trop d’attente 😕', locationId }),
    ])

    expect(result).toEqual({ added: 1, changed: 0, removed: 0 })
    const [row] = await listReviews(organizationId)
    expect(row).toMatchObject({ source: 'google', rating: 3, authorName: 'Ada L.', locationId })
    const api = await apiAs(organizationId, 'reviews:read')(`GET /reviews/${row?.id}`)
    const deliveries = await listDeliveries(organizationId)
    expect(deliveries.map(({ kind }) => kind).sort()).toEqual(['bad_review', 'new_review'])
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2)
    for (const { body } of deliveries) expect(body).toBe(JSON.stringify([api.body.data]))
    expect(api.body.data.publishedAt).toBe('2026-11-02T09:30:00.123Z')
  })

  it.each([1, 2, 3])('announces a review rated %i as both new_review and bad_review', async (rating) => {
    const organizationId = await aSubscribedOrganization()
    await ingest(organizationId, 'google', [aSiteReview({ rating })])
    expect(await listEventKinds(organizationId)).toEqual(['bad_review', 'new_review'])
  })

  it.each([4, 5])('announces a review rated %i as new_review only', async (rating) => {
    const organizationId = await aSubscribedOrganization()
    await ingest(organizationId, 'google', [aSiteReview({ rating })])
    expect(await listEventKinds(organizationId)).toEqual(['new_review'])
  })

  it('stores a new review with the reply shown on its site', async () => {
    const organizationId = await anOrganization()
    const reply = aReply('Thank you!', '2026-11-03T08:00:00Z')
    await ingest(organizationId, 'trustpilot', [aSiteReview({ reply })])
    expect(await listReviews(organizationId)).toMatchObject([
      { replyText: 'Thank you!', respondedAt: reply.respondedAt },
    ])
  })

  it('treats the same review id on another site or in another organization as another review', async () => {
    const [one, other] = [await aSubscribedOrganization(), await aSubscribedOrganization()]
    const review = aSiteReview()
    await ingest(one, 'google', [review])
    await ingest(one, 'trustpilot', [review])
    await ingest(other, 'google', [review])
    expect(await listEventKinds(one)).toEqual(['new_review', 'new_review'])
    expect(await listEventKinds(other)).toEqual(['new_review'])
  })
})

describe('known reviews', () => {
  it('does not announce a known review again', async () => {
    const organizationId = await aSubscribedOrganization()
    const review = aSiteReview({ rating: 2 })
    await ingest(organizationId, 'google', [review])
    expect(await ingest(organizationId, 'google', [review])).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(await listEventKinds(organizationId)).toEqual(['bad_review', 'new_review'])
  })

  it('updates a review edited down to one star in place, and does not announce it', async () => {
    const organizationId = await aSubscribedOrganization()
    const review = aSiteReview({ rating: 5 })
    await ingest(organizationId, 'google', [review])
    const [before] = await listReviews(organizationId)

    const edited = { ...review, rating: 1, text: 'Worse every time.', authorName: null }
    const result = await ingest(organizationId, 'google', [aSiteReview({ rating: 4 }), edited])

    expect(result).toEqual({ added: 1, changed: 1, removed: 0 })
    expect(await db.review.findUnique({ where: { id: before?.id ?? '' } })).toMatchObject({
      rating: 1,
      text: 'Worse every time.',
      authorName: null,
    })
    expect(await listEventKinds(organizationId)).toEqual(['new_review', 'new_review'])
  })

  it('imports a reply from the review site, but does not overwrite one written here', async () => {
    const organizationId = await anOrganization()
    const [open, answered] = [aSiteReview(), aSiteReview()]
    await ingest(organizationId, 'google', [open, answered])
    const { id } = await db.review.findFirstOrThrow({ where: { organizationId, externalId: answered.externalId } })
    await replyToReview(organizationId, { id, text: 'Ours.' })

    const reply = aReply('Theirs.', '2026-11-04T08:00:00Z')
    const again = [open, answered].map((review) => ({ ...review, reply }))
    expect(await ingest(organizationId, 'google', again)).toEqual({ added: 0, changed: 1, removed: 0 })

    const replies = (await listReviews(organizationId)).map(({ externalId, replyText }) => [externalId, replyText])
    expect(Object.fromEntries(replies)).toEqual({ [open.externalId]: 'Theirs.', [answered.externalId]: 'Ours.' })
  })
})

describe('review pages', () => {
  it('adds and announces a review listed twice on a page once', async () => {
    const organizationId = await aSubscribedOrganization()
    const review = aSiteReview()
    expect(await ingest(organizationId, 'google', [review, review])).toEqual({
      added: 1,
      changed: 0,
      removed: 0,
    })
    expect(await listEventKinds(organizationId)).toEqual(['new_review'])
  })

  it('announces each review once when concurrent imports add the same reviews in any order', async () => {
    for (let round = 0; round < 5; round += 1) {
      const organizationId = await aSubscribedOrganization()
      const reviews = Array.from({ length: 20 }, () => aSiteReview({ rating: 3 }))
      const results = await Promise.all(
        [reviews, reviews.toReversed(), reviews].map((page) => ingest(organizationId, 'google', page)),
      )
      expect(results.reduce((sum, { added }) => sum + added, 0)).toBe(20)
      expect(await listReviews(organizationId)).toHaveLength(20)
      expect(await listEventKinds(organizationId)).toHaveLength(40)
    }
  })

  it('neither adds nor announces a review that a concurrent transaction inserted first', async () => {
    const organizationId = await aSubscribedOrganization()
    const review = aSiteReview()
    const second = await withOpenTransaction(async (tx) => {
      await tx.review.create({
        data: {
          organizationId,
          source: 'google',
          externalId: review.externalId,
          rating: review.rating,
          text: review.text,
          authorName: review.authorName,
          publishedAt: review.publishedAt,
        },
      })
      const started = { result: ingest(organizationId, 'google', [review]) }
      await waitForLockWaiters('%INSERT INTO%review%')
      return started
    })
    expect(await second.result).toEqual({ added: 0, changed: 0, removed: 0 })
    expect(await listEventKinds(organizationId)).toEqual([])
  })

  it('rolls back a whole page of reviews and its events when one review cannot be stored', async () => {
    const organizationId = await aSubscribedOrganization()
    await expect(ingest(organizationId, 'google', [aSiteReview(), aSiteReview({ rating: 6 })])).rejects.toThrow(
      /review_rating_check/,
    )
    expect(await listReviews(organizationId)).toEqual([])
    expect(await listEventKinds(organizationId)).toEqual([])
  })

  it('stores a review without its location if that belongs to another organization', async () => {
    const organizationId = await anOrganization()
    const { id: own } = await aLocation(organizationId)
    const { id: foreign } = await aLocation(await anOrganization())
    await ingest(organizationId, 'google', [
      aSiteReview({ externalId: 'a', locationId: foreign }),
      aSiteReview({ externalId: 'b', locationId: own }),
    ])
    const locationByReview = (await listReviews(organizationId)).map(({ externalId, locationId }) => [
      externalId,
      locationId,
    ])
    expect(Object.fromEntries(locationByReview)).toEqual({ a: null, b: own })
  })

  it('accepts an empty page of reviews', async () => {
    expect(await ingest(await anOrganization(), 'google', [])).toEqual({ added: 0, changed: 0, removed: 0 })
  })
})
