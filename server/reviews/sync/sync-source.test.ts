import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { parseNetworks } from '../../outbound/allowed-networks'
import type { SafeRequestOptions } from '../../outbound/safe-request'
import { aLocation, anOrganization, aSubscription } from '../../testing/factories/basics'
import { aFeedSource } from '../../testing/factories/reviews'
import { aFeedSite, type FeedSite } from '../../testing/servers/feed-site'
import { claimSource } from './source-lease'
import { syncSource } from './sync-source'

const FAR_FUTURE = Date.now() + 10 * 60_000

let site: FeedSite
let options: SafeRequestOptions
let organizationId: string

beforeEach(async () => {
  site = await aFeedSite()
  options = { authorities: site.authorities, allowed: parseNetworks(['127.0.0.1/32']) }
  organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_review', 'bad_review'])
})

afterEach(() => site.close())

const connect = (data: Parameters<typeof aFeedSource>[2] = {}) => aFeedSource(organizationId, site, data)
const readSource = (id: string) => db.reviewSource.findUniqueOrThrow({ where: { id } })
const readReviews = async () =>
  Object.fromEntries((await db.review.findMany({ where: { organizationId } })).map((row) => [row.externalId, row]))
const listEventKinds = async () =>
  (await db.webhookDelivery.findMany({ where: { organizationId } })).map(({ kind }) => kind).sort()

async function runSync(id: string, until = FAR_FUTURE): Promise<void> {
  await db.reviewSource.updateMany({ where: { id, nextSyncAt: { not: null } }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, id, until, options)
}

describe('first import', () => {
  it('imports every page of a source, announces each review once, and records the completion', async () => {
    for (let n = 0; n < 35; n += 1) site.putReview(`r${n}`, { rating: n < 3 ? 2 : 5 })
    const { id } = await connect()
    await runSync(id)

    expect(Object.keys(await readReviews())).toHaveLength(35)
    expect(await listEventKinds()).toEqual([
      ...Array.from({ length: 3 }, () => 'bad_review'),
      ...Array.from({ length: 35 }, () => 'new_review'),
    ])
    expect(await readSource(id)).toMatchObject({
      importedAt: expect.any(Date),
      syncedAt: expect.any(Date),
      fullSyncAt: expect.any(Date),
      total: 35,
      syncCursor: null,
      failure: null,
      claimId: null,
    })
  })

  it('continues an import at the cursor where the previous run stopped', async () => {
    for (let n = 0; n < 25; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await runSync(id, 0)
    expect(Object.keys(await readReviews())).toHaveLength(10)
    expect((await readSource(id)).importedAt).toBeNull()
    await runSync(id, 0)
    await runSync(id, 0)
    expect(Object.keys(await readReviews())).toHaveLength(25)
    expect((await readSource(id)).importedAt).not.toBeNull()
    expect(site.requests.map(({ path }) => new URL(path, site.url).searchParams.get('cursor'))).toEqual([
      null,
      '10',
      '20',
    ])
  })

  it('does not announce the history of a source set to skip it, but announces later reviews', async () => {
    site.putReview('old', { publishedAt: '2026-01-01T00:00:00Z' })
    const { id } = await connect({ announcesHistory: false })
    await runSync(id)
    expect(await listEventKinds()).toEqual([])
    site.putReview('new', { publishedAt: new Date(Date.now() + 1000).toISOString() })
    await runSync(id)
    expect(await listEventKinds()).toEqual(['new_review'])
  })

  it('assigns each imported review to the location mapped to its place', async () => {
    const { id: locationId } = await aLocation(organizationId)
    site.putReview('here', { location: 'harbour' })
    site.putReview('elsewhere', { location: 'moon' })
    const { id } = await connect({ config: { url: site.url, locations: { harbour: locationId } } })
    await runSync(id)
    expect(await readReviews()).toMatchObject({
      here: { locationId, sourceId: id },
      elsewhere: { locationId: null },
    })
  })
})

describe('later syncs', () => {
  it('requests only recent changes after the first import, and applies new, edited and removed reviews', async () => {
    for (const id of ['a', 'b', 'c']) site.putReview(id)
    const { id } = await connect()
    await runSync(id)
    const before = await readReviews()
    site.editReview('a', { rating: 1, text: 'Worse every time.' })
    site.removeReview('b')
    site.putReview('d')
    await runSync(id)

    const now = await readReviews()
    expect(Object.keys(now).sort()).toEqual(['a', 'c', 'd'])
    expect(now.a).toMatchObject({ id: before.a?.id, rating: 1, text: 'Worse every time.', editedAt: expect.any(Date) })
    expect(await listEventKinds()).toEqual(['new_review', 'new_review', 'new_review', 'new_review'])
    expect(site.requests.at(-1)?.path).toContain('since=2026-11-01')
    const events = await db.reviewEvent.findMany({ where: { organizationId } })
    expect(events).toMatchObject([{ reviewId: before.a?.id, kind: 'edited', values: { rating: 5, text: 'Review a' } }])
    expect(await db.removedReview.findMany({ where: { organizationId } })).toMatchObject([
      { source: 'feed', externalId: 'b', reviewId: before.b?.id },
    ])
  })

  it('restores the id of a review that reappears on its site, and does not announce it again', async () => {
    site.putReview('a')
    const { id } = await connect()
    await runSync(id)
    const before = await readReviews()
    site.removeReview('a')
    await runSync(id)
    expect(await readReviews()).toEqual({})
    site.putReview('a')
    await runSync(id)
    expect((await readReviews()).a?.id).toBe(before.a?.id)
    expect(await listEventKinds()).toEqual(['new_review'])
    expect(await db.removedReview.count({ where: { organizationId } })).toBe(0)
  })

  it('finds a removed review by a full comparison when only the total of the site changes', async () => {
    site.listsRemoved = false
    for (let n = 0; n < 12; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await runSync(id)
    site.removeReview('r3')
    await runSync(id)
    expect((await readSource(id)).nextSyncAt?.getTime()).toBeLessThanOrEqual(Date.now())
    await runSync(id)
    expect(Object.keys(await readReviews())).toHaveLength(11)
    expect(await readReviews()).not.toHaveProperty('r3')
  })

  it('does not remove a review that a shifted page skipped during a full comparison', async () => {
    site.listsRemoved = false
    site.reportsTotal = false
    for (let n = 0; n < 12; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await runSync(id)
    await db.reviewSource.update({ where: { id }, data: { nextFullSyncAt: new Date() } })
    // A review of the first page disappears between two pages, so the next page skips one.
    await runSync(id, 0)
    site.removeReview('r11')
    await runSync(id)
    expect(await readReviews()).toHaveProperty('r1')
    // This comparison saw it before it was removed; the next one finds it missing.
    await db.reviewSource.update({ where: { id }, data: { nextFullSyncAt: new Date() } })
    await runSync(id)
    expect(Object.keys(await readReviews())).toHaveLength(11)
    expect(await readReviews()).not.toHaveProperty('r11')
  })
})

describe('failing sites', () => {
  it.each([
    ['rateLimited', { status: 429, headers: { 'Retry-After': '7200' } }, 7200],
    ['unavailable', { status: 503 }, 60],
    ['forbidden', { status: 403 }, 60],
  ] as const)('backs off after a %s failure, records it, and clears it on success', async (code, mishap, seconds) => {
    site.putReview('a')
    const { id } = await connect()
    site.faults.push(mishap)
    const before = Date.now()
    await runSync(id)
    const row = await readSource(id)
    expect(row).toMatchObject({ status: 'connected', failures: 1, failure: { code }, claimId: null })
    expect((row.nextSyncAt?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(seconds * 1000)
    await runSync(id)
    expect(await readSource(id)).toMatchObject({ failures: 0, failure: null })
    expect(Object.keys(await readReviews())).toEqual(['a'])
  })

  it('doubles the pause before the next sync after each failure of a site', async () => {
    const { id } = await connect()
    const pauses: number[] = []
    for (let n = 0; n < 4; n += 1) {
      site.faults.push({ status: 500 })
      await runSync(id)
      pauses.push(Math.round(((await readSource(id)).nextSyncAt?.getTime() ?? 0) - Date.now()) / 60_000)
    }
    expect(pauses.map(Math.round)).toEqual([1, 2, 4, 8])
  })

  it('sends no more requests to a site that refused the token, and marks it for reconnection', async () => {
    const { id } = await connect()
    site.token = 'another'
    await runSync(id)
    expect(await readSource(id)).toMatchObject({
      status: 'reconnect',
      nextSyncAt: null,
      failure: { code: 'unauthorized' },
    })
    const requestsBefore = site.requests.length
    await runSync(id)
    expect(site.requests).toHaveLength(requestsBefore)
  })

  it('reports where the response of a site violates the feed protocol', async () => {
    const { id } = await connect()
    site.faults.push({ status: 200 })
    await runSync(id)
    expect((await readSource(id)).failure).toMatchObject({
      code: 'misunderstood',
      values: { where: 'reviews' },
    })
  })

  it('records why a site cannot be reached', async () => {
    const { id } = await connect()
    await site.close()
    await runSync(id)
    expect((await readSource(id)).failure).toEqual({ code: 'unreachable', values: { why: 'CONNECTION_REFUSED' } })
  })
})

describe('concurrent syncs', () => {
  it('runs one sync of a source at a time', async () => {
    for (let n = 0; n < 30; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await Promise.all([1, 2, 3].map(() => syncSource(organizationId, id, FAR_FUTURE, options)))
    expect(site.requests).toHaveLength(3)
    expect(await listEventKinds()).toHaveLength(30)
  })

  it('stops importing when the source is disconnected during a sync', async () => {
    for (let n = 0; n < 30; n += 1) site.putReview(`r${n}`)
    const { id } = await connect()
    await runSync(id, 0)
    const [first] = await Promise.all([
      syncSource(organizationId, id, FAR_FUTURE, options),
      db.reviewSource.update({ where: { id }, data: { status: 'disconnected', nextSyncAt: null, claimId: null } }),
    ])
    expect(first).toBeUndefined()
    expect(Object.keys(await readReviews()).length).toBeLessThan(30)
    expect(await readSource(id)).toMatchObject({ status: 'disconnected', nextSyncAt: null })
  })
})

it('gives a due source to one of several concurrent workers', async () => {
  const { id } = await connect()
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimSource(organizationId, id)))
  expect(claims.filter((claim) => claim !== null)).toMatchObject([{ id, isRemoving: false }])
})
