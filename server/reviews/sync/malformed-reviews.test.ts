import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MINUTE_MS } from '../../clock'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/allowed-networks'
import type { SafeRequestOptions } from '../../outbound/safe-request'
import { whileRejectingInserts } from '../../testing/database/rejecting-trigger'
import { anOrganization } from '../../testing/factories/basics'
import { aFeedSource } from '../../testing/factories/reviews'
import { aFeedSite, type FeedSite } from '../../testing/servers/feed-site'
import { postOrDeleteReply } from '../replies/post-or-delete-reply'
import { replyToReview } from '../replies/review-replies'
import { syncSource } from './sync-source'

let site: FeedSite
let options: SafeRequestOptions
let organizationId: string

beforeEach(async () => {
  site = await aFeedSite()
  options = { authorities: site.authorities, allowed: parseNetworks(['127.0.0.1/32']) }
  organizationId = await anOrganization()
})

afterEach(() => site.close())

const readSource = (id: string) => db.reviewSource.findUniqueOrThrow({ where: { id } })
const storedIds = async () =>
  (await db.review.findMany({ where: { organizationId }, orderBy: { externalId: 'asc' } })).map((row) => row.externalId)

async function sync(id: string): Promise<void> {
  await db.reviewSource.updateMany({ where: { id }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, id, Date.now() + 60_000, options)
}

const whileRejectingInsert = <T>(errorCode: string, work: () => Promise<T>) =>
  whileRejectingInserts(
    'review',
    `NEW.organization_id = '${organizationId}' AND NEW.author_name = 'Mallory'`,
    work,
    errorCode,
  )

const MALFORMED: [fault: string, data: object, where: string][] = [
  ['NUL in its id', { id: 'a\0b' }, 'reviews.1'],
  ['a lone surrogate in its id', { id: 'a\ud800' }, 'reviews.1'],
  ['a number as its id', { id: 5 }, 'reviews.1.id'],
  ['NUL in its address', { url: 'https://example.com/\0' }, 'reviews.1'],
  ['an invalid address', { url: 'not an address' }, 'reviews.1.url'],
  ['an address of another protocol', { url: 'javascript:alert(1)' }, 'reviews.1.url'],
  ['the year 0', { publishedAt: '0000-01-01T00:00:00Z' }, 'reviews.1'],
  ['the year 0 of its reply', { reply: { text: 'a', publishedAt: '0000-01-01T00:00:00Z' } }, 'reviews.1'],
  ['an invalid date', { publishedAt: 'yesterday' }, 'reviews.1.publishedAt'],
  ['six stars', { rating: 6 }, 'reviews.1.rating'],
  ['half a star', { rating: 3.5 }, 'reviews.1.rating'],
  ['a text of 20,001 characters', { text: 'a'.repeat(20_001) }, 'reviews.1.text'],
  ['an object as its author', { author: {} }, 'reviews.1.author'],
]

describe('a malformed review of a source', () => {
  it.each(MALFORMED)('skips and counts a review with %s, and imports the others', async (_, data, path) => {
    site.putReview('one')
    site.putReview('bad', data)
    site.putReview('two')
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    expect(await storedIds()).toEqual(['one', 'two'])
    expect(await readSource(id)).toMatchObject({ status: 'connected', failure: null, failures: 0, skippedReviews: 1 })
    expect((await readSource(id)).skippedFirst).toBe(path)
  })

  it('stores a review without NUL and lone surrogates in its texts', async () => {
    site.putReview('a', {
      text: 'Go\0od \ud83d',
      author: 'A\0da',
      reply: { text: 'O\0k', publishedAt: '2026-11-01T00:00:00Z' },
    })
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    expect(await db.review.findMany({ where: { organizationId } })).toMatchObject([
      { text: 'Good \ufffd', authorName: 'Ada', replyText: 'Ok' },
    ])
  })

  it('imports a review whose optional fields are empty', async () => {
    site.putReview('empty', { url: '', author: '', location: '' })
    site.nextCursor = () => null
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    expect(await storedIds()).toEqual(['empty'])
    expect(await readSource(id)).toMatchObject({ failure: null, skippedReviews: 0, skippedFirst: null })
  })

  it('keeps a stored review that became malformed, and counts it until the site corrects it', async () => {
    site.putReview('kept', { text: 'Fine.' })
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    site.editReview('kept', { rating: 0 })
    await db.reviewSource.update({ where: { id }, data: { nextFullSyncAt: new Date(0) } })
    await sync(id)
    expect(await readSource(id)).toMatchObject({ failure: null, skippedReviews: 1 })
    expect(await db.review.findMany({ where: { organizationId } })).toMatchObject([{ externalId: 'kept', rating: 5 }])
    site.editReview('kept', { rating: 4 })
    await db.reviewSource.update({ where: { id }, data: { nextFullSyncAt: new Date(0) } })
    await sync(id)
    expect(await readSource(id)).toMatchObject({ skippedReviews: 0 })
    expect(await db.review.findMany({ where: { organizationId } })).toMatchObject([{ rating: 4 }])
  })

  it('skips a review that only the database rejects', async () => {
    site.putReview('one')
    site.putReview('bad', { author: 'Mallory' })
    site.putReview('two')
    const { id } = await aFeedSource(organizationId, site)
    await whileRejectingInsert('22000', () => sync(id))
    expect(await storedIds()).toEqual(['one', 'two'])
    expect(await readSource(id)).toMatchObject({ failure: null, skippedReviews: 1, skippedFirst: 'reviews.1' })
  })
})

describe('a source that cannot be synced', () => {
  it('records a failure and backs off when the database fails for another reason', async () => {
    site.putReview('bad', { author: 'Mallory' })
    const { id } = await aFeedSource(organizationId, site)
    await whileRejectingInsert('P0001', () => sync(id))
    const { failure, failures, nextSyncAt, claimId } = await readSource(id)
    expect({ failure, failures, claimId }).toEqual({
      failure: { code: 'internal', values: {} },
      failures: 1,
      claimId: null,
    })
    expect(nextSyncAt?.getTime()).toBeGreaterThan(Date.now() + MINUTE_MS / 2)
    await sync(id)
    expect(await storedIds()).toEqual(['bad'])
    expect(await readSource(id)).toMatchObject({ failure: null, failures: 0 })
  })

  it.each([
    ['NUL in the next cursor', () => 'a\0'],
    ['a next cursor that leads back', (right: string | null) => (right === '30' ? '10' : right)],
    ['a next cursor that stays', () => '10'],
  ])('reports a failure instead of paging endlessly for %s', async (_, nextCursor) => {
    for (let n = 0; n < 40; n += 1) site.putReview(`r${n}`)
    site.nextCursor = nextCursor
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    expect(await readSource(id)).toMatchObject({
      failure: { code: 'misunderstood', values: { where: 'next' } },
      failures: 1,
    })
    expect(site.requests.length).toBeLessThan(20)
  })

  it('records a failure after 20,000 pages, across all runs of a sync', async () => {
    for (let n = 0; n < 40; n += 1) site.putReview(`r${n}`)
    const { id } = await aFeedSource(organizationId, site)
    await db.reviewSource.updateMany({ where: { id }, data: { nextSyncAt: new Date() } })
    await syncSource(organizationId, id, 0, options)
    expect(await readSource(id)).toMatchObject({ syncCursor: { pages: 1 } })
    await db.$executeRaw`UPDATE review_source SET sync_cursor = sync_cursor || '{"pages": 20000}' WHERE id = ${id}::uuid`
    await sync(id)
    expect(await readSource(id)).toMatchObject({ failure: { code: 'misunderstood' }, syncCursor: null })
  })

  it('treats a total above the integer range as unknown', async () => {
    site.putReview('one')
    Object.defineProperty(site.reviews, 'size', { get: () => 2 ** 31 })
    const { id } = await aFeedSource(organizationId, site)
    await sync(id)
    expect(await storedIds()).toEqual(['one'])
    expect(await readSource(id)).toMatchObject({ failure: null, total: null })
  })
})

describe('a reply whose answer cannot be stored', () => {
  async function aReply(): Promise<string> {
    site.putReview('a')
    const source = await aFeedSource(organizationId, site)
    await sync(source.id)
    const review = await db.review.findFirstOrThrow({ where: { organizationId } })
    await replyToReview(organizationId, { id: review.id, text: 'Thank you!' })
    return review.id
  }
  const puts = () => site.requests.filter(({ method }) => method === 'PUT').length

  it('posts a reply once, and stores the reason of its rejection without NUL', async () => {
    site.moderate = () => ({ state: 'rejected', reason: 'No\0 names.' })
    const id = await aReply()
    for (let turn = 0; turn < 3; turn += 1) await postOrDeleteReply(organizationId, id, options)
    expect(puts()).toBe(1)
    expect(await db.review.findFirstOrThrow({ where: { id } })).toMatchObject({
      replyState: 'rejected',
      replyReason: { values: { words: 'No names.' } },
      replyDueAt: null,
    })
  })

  it('does not post a reply again after thirty attempts without a stored outcome', async () => {
    const id = await aReply()
    await db.review.update({ where: { id }, data: { replyTries: 30 } })
    await postOrDeleteReply(organizationId, id, options)
    expect(puts()).toBe(0)
    expect(await db.review.findFirstOrThrow({ where: { id } })).toMatchObject({
      replyState: 'failed',
      replyReason: { code: 'internal' },
      replyDueAt: null,
    })
  })
})
