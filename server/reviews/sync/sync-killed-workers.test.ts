import { once } from 'node:events'
import { expect, it } from 'vitest'
import { db } from '../../db'
import { env } from '../../env'
import {
  aReviewFixture,
  attemptReplyAction,
  expectInSync,
  type ReviewFixture,
  syncWithoutFaults,
} from '../../testing/chaos/review-fixture'
import type { ReviewWorkerCommand } from '../../testing/chaos/review-worker'
import { createSeededRandom } from '../../testing/chaos/seeded-random'
import { prepareWorkerProcesses, type WorkerProcess } from '../../testing/chaos/worker-processes'
import { pickByTestLength } from '../../testing/test-length'
import { REPLY_CLAIM_MS } from '../replies/post-or-delete-reply'
import { deleteReviewReply, replyToReview, updateReviewReply } from '../replies/review-replies'
import { SOURCE_CLAIM_MS } from './source-lease'

/*
 * Like sync-convergence.test.ts, with real processes killed before, during or after a request to the site. Alternates between syncing and
 * posting processes; the first two are killed during a request. Try other cases with SYNC_SEED=<number> and SYNC_KILLS=<number>.
 */

const SEED = Number(process.env.SYNC_SEED ?? 20_261_123)
const KILLS = Number(process.env.SYNC_KILLS ?? pickByTestLength(2, 30))
const IDS = ['a', 'b', 'c', 'd', 'e', 'f'] as const

it('matches the review site after workers are killed at random, and announces each review once', async () => {
  const world = await aReviewFixture({ listsRemoved: true, reportsTotal: true })
  const workers = await prepareWorkerProcesses({
    databaseUrl: env.databaseUrl,
    authorities: world.site.authorities,
    entry: new URL('../../testing/chaos/review-worker.ts', import.meta.url),
  })
  const chance = createSeededRandom(SEED)
  const pick = <T>(values: readonly T[]): T => values[Math.floor(chance() * values.length)] as T
  try {
    for (let worker = workers.start(); workers.killedAt.size < KILLS; ) {
      await worker.ready
      for (let change = 0; change < 3; change += 1) await changeSomething(world, pick, chance)
      for (const order of await makeAllDue(world)) {
        const dying = workers.killedAt.size % 2 === 0 ? 'sync' : 'post'
        if (order.do !== dying || chance() < 0.5) {
          await runOrder(worker, order)
          continue
        }
        const delayMs = workers.killedAt.size < 2 ? null : pick([null, 0, 3, 8, 20])
        await killDuring(world, worker, order, { kill: workers.kill, delayMs })
        break
      }
      if (worker.child.exitCode === null && worker.child.signalCode === null) continue
      await expireClaims(world)
      worker = workers.start()
    }
    expect(workers.unexpectedExits).toEqual([])
    await syncWithoutFaults(world)
    await expectInSync(world)
    expect(workers.killedAt.size).toBe(KILLS)
  } finally {
    await workers.close()
    await world.site.close()
  }
}, 900_000)

async function changeSomething(
  world: ReviewFixture,
  pick: <T>(values: readonly T[]) => T,
  chance: () => number,
): Promise<void> {
  const { site, expectedReplies } = world
  const id = pick(IDS)
  const text = `${pick(['Thank you!', 'Sorry.', 'Merci 😀'])} ${Math.floor(chance() * 1000)}`
  const kind = pick(['write', 'write', 'edit', 'remove', 'reply there', 'reply', 'reply', 'change', 'delete'])
  if (kind === 'write' && !site.reviews.has(id)) site.putReview(id, { rating: pick([1, 2, 3, 4, 5]) })
  if (kind === 'edit') site.editReview(id, { rating: pick([1, 2, 3, 4, 5]), text })
  if (kind === 'remove') site.removeReview(id)
  if (kind === 'reply there') site.editReview(id, { reply: { text, publishedAt: '2026-11-20T00:00:00Z' } })
  if (kind === 'write' || kind === 'remove' || kind === 'reply there') expectedReplies.delete(id)
  if (kind === 'reply')
    await attemptReplyAction(world, id, text, (tenant, review) => replyToReview(tenant, { id: review, text }))
  if (kind === 'change')
    await attemptReplyAction(world, id, text, (tenant, review) => updateReviewReply(tenant, { id: review, text }))
  if (kind === 'delete')
    await attemptReplyAction(world, id, null, (tenant, review) => deleteReviewReply(tenant, review, { userId: null }))
}

async function makeAllDue({ organizationId, sourceId }: ReviewFixture): Promise<ReviewWorkerCommand[]> {
  const at = new Date()
  await db.reviewSource.updateMany({ where: { id: sourceId }, data: { nextSyncAt: at } })
  const where = { organizationId, replyDueAt: { not: null } }
  await db.review.updateMany({ where, data: { replyDueAt: at } })
  const due = await db.review.findMany({ where, select: { id: true } })
  const sync = { do: 'sync' as const, organizationId, id: sourceId }
  return [sync, ...due.map(({ id }) => ({ do: 'post' as const, organizationId, id }))]
}

async function runOrder({ child }: WorkerProcess, order: ReviewWorkerCommand): Promise<void> {
  const reply = once(child, 'message')
  child.send(order)
  expect(await reply).toEqual(['done', undefined])
}

type KillOptions = { kill: (worker: WorkerProcess) => Promise<void>; delayMs: number | null }

/** @property delayMs time until the kill; null: during the site's next response. */
async function killDuring(
  world: ReviewFixture,
  worker: WorkerProcess,
  order: ReviewWorkerCommand,
  { kill, delayMs }: KillOptions,
): Promise<void> {
  const finished = once(worker.child, 'message').catch(() => null)
  const died = once(worker.child, 'exit')
  if (delayMs === null) world.site.beforeNextResponse = () => kill(worker)
  worker.child.send(order)
  if (delayMs !== null) {
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    await kill(worker)
  } else {
    // If no request was made, the idle process is killed after its order.
    await Promise.race([finished, died])
    world.site.beforeNextResponse = null
    await kill(worker)
  }
  await died
}

async function expireClaims({ organizationId, sourceId }: ReviewFixture): Promise<void> {
  const expiredAt = (ms: number) => new Date(Date.now() - ms - 1000)
  await db.reviewSource.updateMany({
    where: { id: sourceId, claimedAt: { not: null } },
    data: { claimedAt: expiredAt(SOURCE_CLAIM_MS) },
  })
  await db.review.updateMany({
    where: { organizationId, replyClaimedAt: { not: null } },
    data: { replyClaimedAt: expiredAt(REPLY_CLAIM_MS) },
  })
}
