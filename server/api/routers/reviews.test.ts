import { describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aLocation, anOrganization } from '../../testing/factories/basics'
import { aReview } from '../../testing/factories/reviews'
import { apiAs } from '../../testing/rest-client'

const UNKNOWN = '11111111-1111-1111-1111-111111111111'

describe('GET /reviews', () => {
  it('200: lists reviews by newest publication first, with exactly the documented fields', async () => {
    const organizationId = await anOrganization()
    const older = await aReview(organizationId, { publishedAt: new Date('2026-03-01T12:00:00Z'), text: '' })
    const newer = await aReview(organizationId, {
      publishedAt: new Date('2026-03-02T12:00:00Z'),
      replyText: 'Thanks',
      respondedAt: new Date('2026-03-03T00:00:00Z'),
    })
    const { status, body } = await apiAs(organizationId, 'reviews:read')('GET /reviews')
    expect(status).toBe(200)
    expect(body).toEqual({
      data: [
        {
          id: newer.id,
          source: 'sandbox',
          rating: 5,
          text: 'Good coffee.',
          publishedAt: '2026-03-02T12:00:00.000Z',
          replyText: 'Thanks',
          respondedAt: '2026-03-03T00:00:00.000Z',
        },
        {
          id: older.id,
          source: 'sandbox',
          rating: 5,
          text: '',
          publishedAt: '2026-03-01T12:00:00.000Z',
          replyText: null,
          respondedAt: null,
        },
      ],
      meta: { page: 1, perPage: 50, total: 2, totalPages: 1 },
    })
  })

  it('200: filters reviews by reply, rating, location, source and date, with exact totals', async () => {
    const organizationId = await anOrganization()
    const location = await aLocation(organizationId)
    await aReview(organizationId, {
      rating: 1,
      publishedAt: new Date('2026-03-01T23:59:59.999Z'),
      locationId: location.id,
    })
    await aReview(organizationId, { rating: 3, publishedAt: new Date('2026-03-02T00:00:00Z'), source: 'google' })
    await aReview(organizationId, {
      rating: 5,
      publishedAt: new Date('2026-03-03T00:00:00Z'),
      replyText: 'Hi',
      respondedAt: new Date(),
    })
    const call = apiAs(organizationId, 'reviews:*')
    const findRatings = async (query: string) => {
      const { body } = await call(`GET /reviews?${query}`)
      expect(body.meta.total).toBe(body.data.length)
      return body.data.map((review: { rating: number }) => review.rating)
    }
    expect(await findRatings('replied=false')).toEqual([3, 1])
    expect(await findRatings('replied=true')).toEqual([5])
    expect(await findRatings('rating_min=3')).toEqual([5, 3])
    expect(await findRatings('rating_max=3&rating_min=2')).toEqual([3])
    expect(await findRatings(`location_id=${location.id}`)).toEqual([1])
    expect(await findRatings('source=google')).toEqual([3])
    expect(await findRatings('end_date=2026-03-01')).toEqual([1])
    expect(await findRatings('start_date=2026-03-02&end_date=2026-03-02')).toEqual([3])
    expect(await findRatings('start_date=2026-03-02T00:00:00.001Z')).toEqual([5])
  })

  it.each([
    'replied=banana',
    'replied=1',
    'rating_min=0',
    'rating_max=6',
    'rating_min=x',
    'rating_min=0x5',
    'rating_min=%20',
    'start_date=yesterday',
    'end_date=2026-02-30',
  ])('400: refuses to list reviews with the query %s', async (query) => {
    const { status, body } = await apiAs(await anOrganization(), 'reviews:read')(`GET /reviews?${query}`)
    expect([status, Object.keys(body.error.details)]).toEqual([400, [query.split('=')[0]]])
  })
})

describe('review replies', () => {
  it('201: adds a reply to a review; 409: refuses a second one; 200: an edit keeps the reply time', async () => {
    const organizationId = await anOrganization()
    const review = await aReview(organizationId)
    const call = apiAs(organizationId, 'reviews:*')
    const first = await call(`POST /reviews/${review.id}/reply`, { text: '  Thank you ' })
    expect([first.status, first.body.data.replyText]).toEqual([201, 'Thank you'])
    expect((await call(`POST /reviews/${review.id}/reply`, { text: 'Again' })).body.error.code).toBe('REPLY_EXISTS')
    const changed = await call(`PATCH /reviews/${review.id}/reply`, { text: 'Thank you, Ada' })
    expect([changed.status, changed.body.data]).toEqual([200, { ...first.body.data, replyText: 'Thank you, Ada' }])
    expect((await call(`GET /reviews/${review.id}`)).body.data).toMatchObject({
      replyText: 'Thank you, Ada',
      respondedAt: first.body.data.respondedAt,
    })
  })

  it('201: of 10 concurrent replies to a review one succeeds and nine get 409', async () => {
    const organizationId = await anOrganization()
    const review = await aReview(organizationId)
    const call = apiAs(organizationId, 'reviews:write')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => call(`POST /reviews/${review.id}/reply`, { text: `Reply ${i}` })),
    )
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(9)
  })

  it('400: refuses a review reply that is empty, over 2000 characters, or over 4096 bytes for Google', async () => {
    const organizationId = await anOrganization()
    const call = apiAs(organizationId, 'reviews:write')
    const google = await aReview(organizationId, { source: 'google' })
    for (const text of ['', '   ', 'x'.repeat(2001), '€'.repeat(1366)]) {
      const { status, body } = await call(`POST /reviews/${google.id}/reply`, { text })
      expect([status, Object.keys(body.error.details)]).toEqual([400, ['text']])
    }
    const other = await aReview(organizationId)
    expect((await call(`POST /reviews/${other.id}/reply`, { text: '€'.repeat(1366) })).status).toBe(201)
  })

  it('404: refuses a reply to an unknown or another organization’s review, and an edit of a missing reply', async () => {
    const organizationId = await anOrganization()
    const foreign = await aReview(await anOrganization())
    const own = await aReview(organizationId)
    const call = apiAs(organizationId, 'reviews:write')
    for (const id of [UNKNOWN, foreign.id])
      expect((await call(`POST /reviews/${id}/reply`, { text: 'Hi' })).status).toBe(404)
    expect((await call(`PATCH /reviews/${own.id}/reply`, { text: 'Hi' })).status).toBe(404)
    expect((await db.review.findUnique({ where: { id: foreign.id } }))?.replyText).toBeNull()
  })
})
