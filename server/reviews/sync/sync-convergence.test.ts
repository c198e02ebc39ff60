import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { safeRequest } from '../../outbound/safe-request'
import {
  aReviewFixture,
  attemptReply,
  attemptReplyAction,
  expectInSync,
  postDueReplies,
  type ReviewFixture,
  runSync,
  SYNC_BUDGET_MS,
  syncWithoutFaults,
} from '../../testing/chaos/review-fixture'
import type { FeedFault } from '../../testing/servers/feed-site'
import { pickByTestLength } from '../../testing/test-length'
import { REPLY_CLAIM_MS } from '../replies/post-or-delete-reply'
import { deleteReviewReply, replyToReview, updateReviewReply } from '../replies/review-replies'
import { createReviewFeedClient } from '../sources/review-feed-client'
import { SOURCE_CLAIM_MS } from './source-lease'

/*
 * Convergence under random edits and replies on both sides, failures, and processes that die midway: in the end both sides are equal and
 * each review was announced once. Try other cases with SYNC_SEED=<number> and SYNC_RUNS=<number>.
 */

const SEED = Number(process.env.SYNC_SEED ?? 20_261_123)
const RUNS = Number(process.env.SYNC_RUNS ?? pickByTestLength(3, 60))

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
const words = fc.constantFrom('Thank you!', 'Sorry about that.', ' Come  back\nsoon. ', 'Merci 😀')
const rating = fc.integer({ min: 1, max: 5 })
const generatedMishap = fc.constantFrom<FeedFault>({ status: 500 }, { status: 429 }, { status: 503 }, 'lost')

const generatedStep = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('write' as const), id, rating }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), id, rating, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), id }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reply there' as const), id, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete reply there' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reply' as const), id, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('change reply' as const), id, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete reply' as const), id }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fail' as const), mishap: generatedMishap }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('sync' as const), isShort: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('post' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('both at once' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('post while syncing' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('change while posting' as const), id, words }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die while syncing' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('die while posting' as const), arrives: fc.boolean() }) },
)
type Step = typeof generatedStep extends fc.Arbitrary<infer S> ? S : never
const SYNC = { do: 'sync', isShort: false } as const
/** Cases that random steps rarely reach: whether the site reports removed reviews and a total, and the steps. */
const RARE_CASES: [boolean, boolean, Step[]][] = [
  // A sync that reads the old reply while the new one is queued.
  [
    false,
    false,
    [
      { do: 'write', id: 'a', rating: 1 },
      { do: 'reply there', id: 'a', words: 'Merci 😀' },
      SYNC,
      { do: 'change reply', id: 'a', words: 'Thank you!' },
      { do: 'edit', id: 'a', rating: 2, words: 'Sorry about that.' },
      SYNC,
      { do: 'post' },
    ],
  ],
  // A removed review that comes back.
  [
    true,
    true,
    [
      { do: 'write', id: 'c', rating: 1 },
      SYNC,
      { do: 'remove', id: 'c' },
      SYNC,
      { do: 'write', id: 'c', rating: 1 },
      SYNC,
    ],
  ],
]

it(
  'matches the review site after random changes and failures, and announces each review once',
  async () => {
    let completed = 0
    const run = await fc.check(
      fc.asyncProperty(
        fc.boolean(),
        fc.boolean(),
        fc.array(generatedStep, { minLength: 20, maxLength: 60 }),
        async (tellsRemoved, tellsTotal, steps) => {
          const world = await aReviewFixture({ listsRemoved: tellsRemoved, reportsTotal: tellsTotal })
          try {
            for (const step of steps) await performStep(world, step)
            await syncWithoutFaults(world)
            await expectInSync(world)
            completed += 1
          } finally {
            await world.site.close()
          }
        },
      ),
      { seed: SEED, numRuns: RARE_CASES.length + RUNS, examples: RARE_CASES, endOnFailure: true },
    )
    if (run.failed)
      throw new Error(`SYNC_SEED=${run.seed}: ${JSON.stringify(run.counterexample)}`, { cause: run.errorInstance })
    expect(completed).toBe(RARE_CASES.length + RUNS)
  },
  pickByTestLength(300_000, 900_000),
)

async function performStep(world: ReviewFixture, step: Step): Promise<void> {
  const { site, expectedReplies } = world
  switch (step.do) {
    case 'write':
      if (site.reviews.has(step.id)) return
      expectedReplies.delete(step.id)
      return site.putReview(step.id, { rating: step.rating })
    case 'edit':
      return site.editReview(step.id, { rating: step.rating, text: step.words })
    case 'remove':
      expectedReplies.delete(step.id)
      return site.removeReview(step.id)
    case 'reply there':
      expectedReplies.delete(step.id)
      return site.editReview(step.id, { reply: { text: step.words, publishedAt: '2026-11-20T00:00:00Z' } })
    case 'delete reply there':
      expectedReplies.delete(step.id)
      return site.editReview(step.id, { reply: null })
    case 'reply':
    case 'change reply':
      return attemptReply(world, step.id, step.words, step.do === 'reply' ? replyToReview : updateReviewReply)
    case 'delete reply':
      return attemptReplyAction(world, step.id, null, (tenant, review) =>
        deleteReviewReply(tenant, review, { userId: null }),
      )
    case 'change while posting':
      site.beforeNextResponse = () => attemptReply(world, step.id, step.words, updateReviewReply)
      await attemptReply(world, step.id, 'For now.', updateReviewReply)
      await postDueReplies(world)
      site.beforeNextResponse = null
      return
    case 'post while syncing':
      site.beforeNextResponse = () => postDueReplies(world)
      await runSync(world, SYNC_BUDGET_MS)
      site.beforeNextResponse = null
      return
    case 'fail':
      return void site.faults.push(step.mishap)
    case 'sync':
      return runSync(world, step.isShort ? 0 : SYNC_BUDGET_MS)
    case 'post':
      return postDueReplies(world)
    case 'both at once':
      return void (await Promise.all([
        runSync(world, SYNC_BUDGET_MS),
        runSync(world, SYNC_BUDGET_MS),
        postDueReplies(world),
        postDueReplies(world),
      ]))
    case 'die while syncing':
      return dieWhileSyncing(world)
    case 'die while posting':
      return dieWhilePosting(world, step.arrives)
  }
}

/** Leaves a claim of a dead process behind, after some pages were stored. */
async function dieWhileSyncing(world: ReviewFixture): Promise<void> {
  await runSync(world, 0)
  const claimedAt = new Date(Date.now() - SOURCE_CLAIM_MS - 1000)
  await db.reviewSource.update({
    where: { id: world.sourceId },
    data: { claimId: '00000000-0000-4000-8000-000000000000', claimedAt },
  })
}

/** Leaves a reply claim of a dead process behind. @param arrives whether its request reached the site. */
async function dieWhilePosting({ organizationId, site, dialOptions }: ReviewFixture, arrives: boolean): Promise<void> {
  const review = await db.review.findFirst({
    where: { organizationId, replyDueAt: { not: null } },
    orderBy: { id: 'asc' },
  })
  if (!review) return
  const feed = createReviewFeedClient(
    { url: site.url, findLocationId: () => null },
    { transport: (call) => safeRequest(call, dialOptions), credentials: { token: site.token } },
  )
  if (arrives && site.faults.length === 0 && site.reviews.has(review.externalId)) {
    if (review.replyText === null) await feed.deleteReply(review.externalId)
    else await feed.reply(review.externalId, review.replyText)
  }
  await db.review.updateMany({
    where: { id: review.id },
    data: {
      replyClaimId: '00000000-0000-4000-8000-000000000000',
      replyClaimedAt: new Date(Date.now() - REPLY_CLAIM_MS - 1000),
      replyTries: { increment: 1 },
    },
  })
}
