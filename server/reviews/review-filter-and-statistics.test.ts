import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Review } from '@/prisma/generated/client'
import { db } from '../db'
import { deleteMasterDataEntry } from '../master-data/merge-and-delete'
import { processRemoval } from '../master-data/process-removal'
import { findReviewIds } from '../search/find-review-ids'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { aReview } from '../testing/factories/reviews'
import { pickByTestLength } from '../testing/test-length'
import { toInterval } from '../validation/schema'
import { REVIEW_REPLY_FILTERS } from './constants'
import { countReviews, type ReviewFilter } from './review-filter'
import { getReviewStatistics } from './review-statistics'
import { browseReviews } from './reviews'

const DAY_MS = 86_400_000
const SINCE = Date.parse('2026-01-15T00:00:00Z')

let organizationId: string
let locations: string[]

const pick = <T>(values: readonly T[], n: number) => values[n % values.length] as T

beforeAll(async () => {
  organizationId = await anOrganization()
  locations = await Promise.all(
    ['Airport', 'Harbour'].map(async (name) => (await aLocation(organizationId, { name })).id),
  )
  const reviewIds: string[] = []
  for (let n = 0; n < 120; n += 1) {
    const at = new Date(SINCE + n * 2 * DAY_MS + n * 3_600_000)
    // Some at the very start of a month.
    const publishedAt = n % 10 === 0 ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)) : at
    const { id } = await aReview(organizationId, {
      source: pick(['google', 'trustpilot', 'feed'], n),
      rating: (n % 5) + 1,
      locationId: pick([...locations, null], n),
      publishedAt,
      authorName: pick(['Ada L.', 'Zoé D.', null], n),
      text: pick(['Good coffee.', 'Slow till, kind people.', ''], n),
    })
    reviewIds.push(id)
  }
  const reply = (n: number, state: string | null, seconds: number) =>
    db.$executeRaw`UPDATE review SET reply_text = 'Thank you.', reply_state = ${state},
      responded_at = published_at + ${seconds}::int * interval '1 second' WHERE id = ${reviewIds[n]}::uuid`
  for (let n = 0; n < 60; n += 1)
    await reply(n, pick(['live', 'pending', 'rejected', 'failed', 'local', null], n), 600 * (n + 1))
  await db.review.updateMany({ where: { id: { in: reviewIds.slice(100, 110) } }, data: { rating: 1 } })
  await db.review.deleteMany({ where: { id: { in: reviewIds.slice(110) } } })
})

const day = fc.integer({ min: -10, max: 300 }).map((n) => new Date(SINCE + n * DAY_MS).toISOString().slice(0, 10))
const moment = fc.integer({ min: -10, max: 300 }).map((n) => new Date(SINCE + n * DAY_MS + 12_345_678).toISOString())
const filters = fc.record(
  {
    source: fc.constantFrom('google', 'trustpilot', 'feed', 'nowhere'),
    location_id: fc.nat(1),
    rating_min: fc.integer({ min: 1, max: 5 }),
    rating_max: fc.integer({ min: 1, max: 5 }),
    answered: fc.oneof(
      fc.record({ reply: fc.constantFrom(...REVIEW_REPLY_FILTERS) }),
      fc.record({ replied: fc.boolean() }),
    ),
    start_date: fc.oneof(day, moment),
    end_date: fc.oneof(day, moment),
  },
  { requiredKeys: [] },
)

/** Reference implementation of the filter. */
function matches(row: Review, filter: ReviewFilter): boolean {
  const { from, before } = toInterval(filter.start_date, filter.end_date)
  const state = row.respondedAt === null ? null : (row.replyState ?? 'local')
  const replyMatches = { none: state === null, any: state !== null }[filter.reply as string] ?? state === filter.reply
  return (
    (filter.source === undefined || row.source === filter.source) &&
    (filter.location_id === undefined || filter.location_id.includes(row.locationId ?? '')) &&
    row.rating >= (filter.rating_min ?? 1) &&
    row.rating <= (filter.rating_max ?? 5) &&
    (filter.replied === undefined || filter.replied === (state !== null)) &&
    (filter.reply === undefined || replyMatches) &&
    (from === undefined || row.publishedAt >= from) &&
    (before === undefined || row.publishedAt < before)
  )
}

async function countByHand(filter: ReviewFilter): Promise<number> {
  const rows = await db.review.findMany({ where: { organizationId } })
  return rows.filter((row) => matches(row, filter)).length
}

it('counts reviews exactly for any filter', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async ({ location_id: locationIndex, answered, ...fields }) => {
      const location = locationIndex === undefined ? {} : { location_id: [locations[locationIndex] ?? ''] }
      const filter = { ...fields, ...answered, ...location }
      expect(await countReviews(organizationId, filter)).toBe(await countByHand(filter))
    }),
    { numRuns: pickByTestLength(25, 500) },
  )
})

it.each([
  ['9999-12-31', undefined],
  ['0050-06-15', '0051-01-01'],
  [undefined, '9999-12-31'],
  ['0001-01-01', '9999-12-31'],
])('counts reviews exactly from %s until %s, in the first and last possible years', async (from, to) => {
  const filter = { ...(from === undefined ? {} : { start_date: from }), ...(to === undefined ? {} : { end_date: to }) }
  expect(await countReviews(organizationId, filter)).toBe(await countByHand(filter))
})

it('finds reviews by words of the text and the author, combined with other filters', async () => {
  const searchReviews = async (search: string, more: object = {}) => {
    const among = await findReviewIds(organizationId, search)
    return browseReviews(organizationId, { page: 1, limit: 100, search, ...more }, among)
  }
  expect((await searchReviews('coff')).meta.total).toBe(
    await db.review.count({ where: { organizationId, text: 'Good coffee.' } }),
  )
  const zoe = await searchReviews('zoe till', { source: 'trustpilot' })
  expect(zoe.data.every(({ author, source }) => author === 'Zoé D.' && source === 'trustpilot')).toBe(true)
  expect(zoe.meta.total).toBeGreaterThan(0)
  expect((await searchReviews('nothing like it')).data).toEqual([])
})

describe('getReviewStatistics', () => {
  const mean = (ratings: number[]) => ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
  const recount = (rows: Review[]) => ({
    reviews: rows.length,
    average: expect.closeTo(mean(rows.map(({ rating }) => rating))),
    replies: rows.filter(({ respondedAt }) => respondedAt).length,
  })

  it('aggregates review statistics overall and by star, source, location and month', async () => {
    const rows = await db.review.findMany({ where: { organizationId } })
    const all = await getReviewStatistics(organizationId, {})
    expect(all.overall).toMatchObject({ ...recount(rows), replies: 60 })
    // For hundreds of reviews Student's t equals the normal distribution's 1.96 to two digits.
    const deviation = Math.sqrt(mean(rows.map(({ rating }) => (rating - (all.overall.average ?? 0)) ** 2)))
    const margin = (1.96 * deviation) / Math.sqrt(rows.length)
    expect(all.overall.interval?.low).toBeCloseTo((all.overall.average ?? 0) - margin, 1)
    expect(all.overall.interval?.high).toBeCloseTo((all.overall.average ?? 0) + margin, 1)
    expect(all.stars).toEqual([1, 2, 3, 4, 5].map((stars) => rows.filter(({ rating }) => rating === stars).length))
    expect(all.sources).toHaveLength(3)
    for (const { source, ...figures } of all.sources)
      expect(figures).toMatchObject(recount(rows.filter((row) => row.source === source)))
    expect(all.locations.map(({ location }) => location?.name ?? '').sort()).toEqual(['', 'Airport', 'Harbour'])
    for (const { location, ...figures } of all.locations)
      expect(figures).toMatchObject(recount(rows.filter(({ locationId }) => locationId === (location?.id ?? null))))
    expect(all.months[0]).toMatchObject({ month: '2026-01' })
    for (const { month, reviews } of all.months)
      expect(reviews).toBe(rows.filter(({ publishedAt }) => publishedAt.toISOString().startsWith(month)).length)
    expect(all.months.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(rows.length)
  })

  it('aggregates only the reviews published since the first of the given months', async () => {
    const [year, month] = [new Date().getUTCFullYear(), new Date().getUTCMonth()]
    const otherOrganizationId = await anOrganization()
    const first = new Date(Date.UTC(year, month - 2, 1))
    await aReview(otherOrganizationId, { publishedAt: first, rating: 5 })
    await aReview(otherOrganizationId, { publishedAt: new Date(first.getTime() - 1), rating: 1 })
    const { overall, months } = await getReviewStatistics(otherOrganizationId, { months: 3 })
    expect(overall).toMatchObject({ reviews: 1, average: 5 })
    expect(months.map(({ reviews }) => reviews)).toEqual([1, 0, 0])
  })

  it('reports the median reply time of reviews to within 5 %', async () => {
    // 600, 1200 … 36000 seconds: the median is 18000.
    const { overall } = await getReviewStatistics(organizationId, {})
    expect(Math.abs((overall.medianReplySeconds ?? 0) / 18_000 - 1)).toBeLessThan(0.05)
    // Every third of these: 600, 2400 … 34800 seconds.
    const { sources } = await getReviewStatistics(organizationId, {})
    const google = sources.find(({ source }) => source === 'google')
    expect(Math.abs((google?.medianReplySeconds ?? 0) / 17_400 - 1)).toBeLessThan(0.06)
  })

  it('lists every month of the period in the statistics of an organization without reviews', async () => {
    const { months, overall } = await getReviewStatistics(await anOrganization(), { months: 12 })
    expect(months).toHaveLength(12)
    expect(overall).toEqual({ reviews: 0, average: null, interval: null, replies: 0, medianReplySeconds: null })
  })

  it('counts the reviews of a deleted location as reviews without a location', async () => {
    const otherOrganizationId = await anOrganization()
    const { id } = await aLocation(otherOrganizationId)
    await aReview(otherOrganizationId, { locationId: id })
    await deleteMasterDataEntry('location', otherOrganizationId, id)
    await processRemoval({ kind: 'location', organizationId: otherOrganizationId, id }, Date.now() + 10_000)
    expect((await getReviewStatistics(otherOrganizationId, {})).locations).toMatchObject([
      { location: null, reviews: 1 },
    ])
    expect(await countReviews(otherOrganizationId, { location_id: [id] })).toBe(0)
  })
})
