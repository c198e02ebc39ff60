import { expect } from 'vitest'
import { db } from '@/server/db'
import { NotFound, ReviewReplyExists } from '@/server/errors'
import { parseNetworks } from '@/server/outbound/allowed-networks'
import type { SafeRequestOptions } from '@/server/outbound/safe-request'
import { postOrDeleteReply } from '@/server/reviews/replies/post-or-delete-reply'
import type { replyToReview } from '@/server/reviews/replies/review-replies'
import { syncSource } from '@/server/reviews/sync/sync-source'
import { anOrganization, aSubscription } from '../factories/basics'
import { aFeedSource } from '../factories/reviews'
import { aFeedSite, type FeedCapabilities, type FeedSite } from '../servers/feed-site'

/* A review site and an organization that syncs it and posts replies, and the comparison of both sides. */

export const SYNC_BUDGET_MS = 10 * 60_000

export type ReviewFixture = {
  organizationId: string
  sourceId: string
  site: FeedSite
  dialOptions: SafeRequestOptions
  /** Last reply written here, unless it was changed on the site since; null: deleted. */
  expectedReplies: Map<string, string | null>
}

export async function aReviewFixture(disclosure: FeedCapabilities): Promise<ReviewFixture> {
  const site = Object.assign(await aFeedSite(), disclosure, { pageSize: 2 })
  const organizationId = await anOrganization()
  await aSubscription(organizationId, ['new_review'])
  const { id: sourceId } = await aFeedSource(organizationId, site)
  const options = { authorities: site.authorities, allowed: parseNetworks(['127.0.0.1/32']) }
  return { organizationId, sourceId, site, dialOptions: options, expectedReplies: new Map() }
}

export function attemptReply(
  fixture: ReviewFixture,
  externalId: string,
  text: string,
  act: typeof replyToReview,
): Promise<void> {
  return attemptReplyAction(fixture, externalId, text, (tenant, review) => act(tenant, { id: review, text }))
}

/** Performs an action on a review that may already be deleted or replied to. */
export async function attemptReplyAction(
  { organizationId, expectedReplies }: ReviewFixture,
  externalId: string,
  text: string | null,
  act: (organizationId: string, id: string) => Promise<unknown>,
): Promise<void> {
  const review = await db.review.findFirst({ where: { organizationId, externalId } })
  if (!review) return
  try {
    await act(organizationId, review.id)
    expectedReplies.set(externalId, text)
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof ReviewReplyExists)) throw error
  }
}

export async function runSync({ organizationId, sourceId, dialOptions }: ReviewFixture, forMs: number): Promise<void> {
  await db.reviewSource.updateMany({ where: { id: sourceId }, data: { nextSyncAt: new Date() } })
  await syncSource(organizationId, sourceId, Date.now() + forMs, dialOptions)
}

export async function postDueReplies({ organizationId, dialOptions }: ReviewFixture): Promise<void> {
  await db.review.updateMany({
    where: { organizationId, replyDueAt: { not: null } },
    data: { replyDueAt: new Date() },
  })
  const due = await db.review.findMany({ where: { organizationId, replyDueAt: { not: null } } })
  for (const { id: review } of due) await postOrDeleteReply(organizationId, review, dialOptions)
}

/** Removes all failures, posts the replies and runs one full sync. */
export async function syncWithoutFaults(fixture: ReviewFixture): Promise<void> {
  fixture.site.faults.length = 0
  // The first sync ends a pending pass; the second one is complete without failures.
  await runSync(fixture, SYNC_BUDGET_MS)
  await postDueReplies(fixture)
  await postDueReplies(fixture)
  await db.reviewSource.update({ where: { id: fixture.sourceId }, data: { nextFullSyncAt: new Date() } })
  await runSync(fixture, SYNC_BUDGET_MS)
}

export async function expectInSync({ organizationId, site, expectedReplies }: ReviewFixture): Promise<void> {
  const rows = await db.review.findMany({ where: { organizationId } })
  const plain = (text: string | null | undefined) => text?.replace(/\s+/g, ' ').trim() ?? null
  const ours = rows.map(({ externalId, rating: stars, text, replyText, replyState }) => ({
    id: externalId,
    stars,
    text,
    reply: plain(replyText),
    state: replyState,
  }))
  const theirs = [...site.reviews.values()].map(({ id: name, rating: stars, text = '', reply }) => ({
    id: name,
    stars,
    text,
    reply: plain(reply?.text),
    state: reply ? 'live' : null,
  }))
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  expect(ours.sort(byId)).toEqual(theirs.sort(byId))

  const stillThere = [...expectedReplies].filter(([name]) => site.reviews.has(name))
  for (const [name, text] of stillThere) expect(plain(site.reviews.get(name)?.reply?.text)).toBe(plain(text))

  const deliveries = await db.webhookDelivery.findMany({ where: { organizationId } })
  const announced = deliveries.map(({ body }) => (JSON.parse(body) as { id: string }[])[0]?.id ?? '')
  expect(new Set(announced).size).toBe(announced.length)
  for (const { id: review } of rows) expect(announced).toContain(review)
}
