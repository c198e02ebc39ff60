import { afterEach, beforeEach, expect, it } from 'vitest'
import { db } from '../../db'
import { remainingCapacity } from '../../jobs/backlog'
import { parseNetworks } from '../../outbound/allowed-networks'
import type { SafeRequestOptions } from '../../outbound/safe-request'
import { useEnvironment } from '../../testing/environment'
import { anOrganization, aSubscription } from '../../testing/factories/basics'
import { aFeedSource } from '../../testing/factories/reviews'
import { aFeedSite, type FeedSite } from '../../testing/servers/feed-site'
import { syncSource } from './sync-source'

useEnvironment({ WAITING_DELIVERIES_MAX: '30', REVIEWS_MAX: '25' })

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
const pending = () => db.webhookDelivery.count({ where: { organizationId, status: 'pending' } })

async function sync(id: string): Promise<void> {
  await db.reviewSource.updateMany({ where: { id }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, id, Date.now() + 60_000, options)
}

it('imports reviews up to the limit of the organization, and records the failure on the source', async () => {
  for (let n = 0; n < 40; n += 1) site.putReview(`r${n}`)
  const { id } = await aFeedSource(organizationId, site)
  await sync(id)
  expect(await db.review.count({ where: { organizationId } })).toBe(25)
  expect(await readSource(id)).toMatchObject({ failure: { code: 'tooMany', values: { maximum: '25' } }, failures: 1 })

  // Known reviews are still updated.
  site.editReview('r39', { rating: 1 })
  await sync(id)
  expect(await db.review.count({ where: { organizationId } })).toBe(25)
  expect(await db.review.findFirstOrThrow({ where: { organizationId, externalId: 'r39' } })).toMatchObject({
    rating: 1,
  })
})

it('pauses an import while its webhook deliveries do not fit in the backlog, and announces each review once', async () => {
  for (let n = 0; n < 12; n += 1) site.putReview(`r${n}`, { rating: 1 })
  await aSubscription(organizationId, ['new_review', 'bad_review'])
  await aSubscription(organizationId, ['new_review', 'bad_review'])
  const { id } = await aFeedSource(organizationId, site)
  let runs = 0
  for (; runs < 20 && (await readSource(id)).importedAt === null; runs += 1) {
    await sync(id)
    expect(await pending()).toBeLessThanOrEqual(30)
    const { failure, nextSyncAt } = await readSource(id)
    expect(failure).toBeNull()
    // A minute while deliveries are pending, 15 minutes after the last page.
    expect(nextSyncAt?.getTime()).toBeGreaterThan(Date.now() + 30_000)
    await db.webhookDelivery.updateMany({ where: { organizationId }, data: { status: 'succeeded' } })
    // The backlog count is cached for a second.
    await expect.poll(() => remainingCapacity(organizationId, 'deliveries')).toBe(30)
  }
  expect(runs).toBeGreaterThan(1)
  expect(await db.review.count({ where: { organizationId } })).toBe(12)
  expect(await db.webhookDelivery.count({ where: { organizationId } })).toBe(48)
})
