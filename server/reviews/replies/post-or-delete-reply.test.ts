import { afterEach, beforeEach, expect, it } from 'vitest'
import { db } from '../../db'
import { NotFound } from '../../errors'
import { parseNetworks } from '../../outbound/allowed-networks'
import type { SafeRequestOptions } from '../../outbound/safe-request'
import { anOrganization } from '../../testing/factories/basics'
import { aFeedSource } from '../../testing/factories/reviews'
import { aFeedSite, type FeedSite } from '../../testing/servers/feed-site'
import { syncSource } from '../sync/sync-source'
import { postOrDeleteReply } from './post-or-delete-reply'
import { deleteReviewReply, replyToReview, retryReviewReply, updateReviewReply } from './review-replies'

let site: FeedSite
let options: SafeRequestOptions
let organizationId: string

beforeEach(async () => {
  site = await aFeedSite()
  options = { authorities: site.authorities, allowed: parseNetworks(['127.0.0.1/32']) }
  organizationId = await anOrganization()
})

afterEach(() => site.close())

const connect = () => aFeedSource(organizationId, site)
const readReviews = async () =>
  Object.fromEntries((await db.review.findMany({ where: { organizationId } })).map((row) => [row.externalId, row]))

async function runSync(id: string): Promise<void> {
  await db.reviewSource.updateMany({ where: { id }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, id, Date.now() + 60_000, options)
}

async function aQueuedReply(text = 'Thank you!'): Promise<{ id: string; sourceId: string }> {
  site.putReview('a')
  const source = await connect()
  await runSync(source.id)
  const id = (await readReviews()).a?.id ?? ''
  await replyToReview(organizationId, { id, text })
  return { id, sourceId: source.id }
}

it('stores a review reply at once, posts it to the site once, and marks it live', async () => {
  const { id, sourceId } = await aQueuedReply()
  expect((await readReviews()).a).toMatchObject({ replyText: 'Thank you!', replyState: 'sending' })
  await postOrDeleteReply(organizationId, id, options)
  await postOrDeleteReply(organizationId, id, options)
  expect(site.reviews.get('a')?.reply?.text).toBe('Thank you!')
  expect(site.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect((await readReviews()).a).toMatchObject({ replyState: 'live', replyDueAt: null, replyClaimId: null })
  await runSync(sourceId)
  expect((await readReviews()).a).toMatchObject({ replyText: 'Thank you!', replyState: 'live' })
  const events = await db.reviewEvent.findMany({ where: { reviewId: id }, orderBy: { id: 'asc' } })
  expect(events.map(({ kind }) => kind)).toEqual(['replied', 'reply_live'])
})

it('does not post a review reply again when the site’s response was lost, but finds it there', async () => {
  const { id } = await aQueuedReply()
  site.faults.push('lost')
  await postOrDeleteReply(organizationId, id, options)
  expect((await readReviews()).a).toMatchObject({ replyState: 'sending', replyReason: { code: 'unreachable' } })
  await db.review.update({ where: { id }, data: { replyDueAt: new Date() } })
  await postOrDeleteReply(organizationId, id, options)
  expect(site.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  expect((await readReviews()).a).toMatchObject({ replyState: 'live' })
})

it('shows the site’s moderation of a review reply: pending, then rejected with the reason', async () => {
  site.moderate = () => ({ state: 'pending' })
  const { id, sourceId } = await aQueuedReply()
  await postOrDeleteReply(organizationId, id, options)
  expect((await readReviews()).a).toMatchObject({ replyState: 'pending' })
  site.editReview('a', {
    reply: { text: 'Thank you!', publishedAt: '2026-11-02T00:00:00Z', state: 'rejected', reason: 'No names.' },
  })
  await runSync(sourceId)
  expect((await readReviews()).a).toMatchObject({
    replyText: 'Thank you!',
    replyState: 'rejected',
    replyReason: { code: 'rejected', values: { words: 'No names.' } },
  })
})

it('applies a change or removal of a review reply made on the site itself', async () => {
  const { id, sourceId } = await aQueuedReply()
  await postOrDeleteReply(organizationId, id, options)
  site.editReview('a', { reply: { text: 'Changed there.', publishedAt: '2026-11-02T00:00:00Z' } })
  await runSync(sourceId)
  expect((await readReviews()).a).toMatchObject({ replyText: 'Changed there.', replyState: 'live' })
  site.editReview('a', { reply: null })
  await runSync(sourceId)
  expect((await readReviews()).a).toMatchObject({ replyText: null, respondedAt: null, replyState: null })
  const events = await db.reviewEvent.findMany({ where: { reviewId: id }, orderBy: { id: 'asc' } })
  expect(events.map(({ kind }) => kind)).toEqual(['replied', 'reply_live', 'site_reply_changed', 'site_reply_removed'])
})

it('posts an edit made while the previous version of a review reply was being posted', async () => {
  const { id } = await aQueuedReply('First.')
  site.beforeNextResponse = async () => void (await updateReviewReply(organizationId, { id, text: 'Second.' }))
  await postOrDeleteReply(organizationId, id, options)
  await postOrDeleteReply(organizationId, id, options)
  expect(site.reviews.get('a')?.reply?.text).toBe('Second.')
  expect((await readReviews()).a).toMatchObject({ replyText: 'Second.', replyState: 'live', replyDueAt: null })
})

it('ignores the reply state of a review page that was requested before the reply was posted', async () => {
  const { id, sourceId } = await aQueuedReply()
  site.beforeNextResponse = () => postOrDeleteReply(organizationId, id, options)
  await runSync(sourceId)
  expect((await readReviews()).a).toMatchObject({ replyText: 'Thank you!', replyState: 'live' })
  expect(await db.reviewEvent.count({ where: { reviewId: id, kind: { startsWith: 'site_' } } })).toBe(0)
})

it('marks a review reply refused by the site as rejected with the reason, and allows a retry', async () => {
  const { id } = await aQueuedReply()
  site.faults.push({ status: 422, message: 'No links, please.' })
  await postOrDeleteReply(organizationId, id, options)
  expect((await readReviews()).a).toMatchObject({
    replyState: 'rejected',
    replyReason: { code: 'rejected', values: { words: 'No links, please.' } },
  })
  await retryReviewReply(organizationId, id)
  await postOrDeleteReply(organizationId, id, options)
  expect((await readReviews()).a).toMatchObject({ replyState: 'live', replyReason: null })
  await expect(retryReviewReply(organizationId, id)).rejects.toThrow(NotFound)
})

it('deletes a review reply from the site too, with at most one request for a reply never posted', async () => {
  const { id } = await aQueuedReply()
  await postOrDeleteReply(organizationId, id, options)
  await deleteReviewReply(organizationId, id, { userId: null })
  expect((await readReviews()).a).toMatchObject({ replyText: null, respondedAt: null, replyState: 'removing' })
  await postOrDeleteReply(organizationId, id, options)
  expect(site.reviews.get('a')?.reply).toBeNull()
  expect((await readReviews()).a).toMatchObject({ replyState: null, replyDueAt: null })
  await expect(deleteReviewReply(organizationId, id, { userId: null })).rejects.toThrow(NotFound)

  await replyToReview(organizationId, { id, text: 'Never sent.' })
  await deleteReviewReply(organizationId, id, { userId: null })
  const requestsBefore = site.requests.length
  await postOrDeleteReply(organizationId, id, options)
  expect(site.requests.length - requestsBefore).toBeLessThanOrEqual(1)
})
