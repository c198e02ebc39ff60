import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { db } from '../../db'
import { aLocation, anOrganization, aSubscription } from '../../testing/factories/basics'
import { insertSandboxReviews } from '../../testing/factories/reviews'
import type { LoopbackServer } from '../../testing/servers/loopback-server'
import { startSandboxServer } from '../../testing/servers/sandbox-server'
import { postOrDeleteReply } from '../replies/post-or-delete-reply'
import { deleteReviewReply, replyToReview } from '../replies/review-replies'
import { buildSandboxPath } from '../sources/sandbox-client'
import { syncSource } from '../sync/sync-source'
import { createSandboxReview, editSandboxReview, removeSandboxReview, updateSandboxSettings } from './sandbox-site'
import type { SandboxSettings } from './schema'

/* The sandbox as the product syncs it: over real HTTP, on its own address. */

let server: LoopbackServer
let organizationId: string

beforeAll(async () => {
  server = await startSandboxServer()
})

afterAll(() => server.close())

beforeEach(async () => {
  organizationId = await anOrganization()
  await db.sandboxSite.create({ data: { organizationId } })
})

const setSettings = (settings: Partial<SandboxSettings>) =>
  updateSandboxSettings(organizationId, { isDown: false, holdsReplies: false, ...settings })
const write = (text: string, locationId: string | null = null) =>
  createSandboxReview(organizationId, { author: 'Ada L.', rating: 4, text, locationId })
const readSandboxReview = (id: string) => db.sandboxReview.findUniqueOrThrow({ where: { id } })

async function connect(): Promise<string> {
  await aSubscription(organizationId, ['new_review'])
  const { id } = await db.reviewSource.create({
    data: {
      organizationId,
      kind: 'sandbox',
      site: 'sandbox',
      name: 'Trial site',
      config: {},
      nextSyncAt: new Date(),
    },
  })
  return id
}

const readSource = (id: string) => db.reviewSource.findUniqueOrThrow({ where: { id } })
const countDeliveries = () => db.webhookDelivery.count({ where: { organizationId } })
const readReviews = async () =>
  new Map((await db.review.findMany({ where: { organizationId } })).map((row) => [row.externalId, row]))

/** Runs a sync as if it were due; `all` makes it a full comparison. */
async function runSync(id: string, all = false): Promise<void> {
  const nextSyncAt = new Date()
  await db.reviewSource.update({ where: { id }, data: { nextSyncAt, ...(all ? { nextFullSyncAt: nextSyncAt } : {}) } })
  await syncSource(organizationId, id, Date.now() + 600_000, { ownAddress: server.url })
}

describe('trial site source', () => {
  it('syncs reviews written, edited and removed on the trial site, with their locations', async () => {
    const { id: locationId } = await aLocation(organizationId)
    const { id: otherLocationId } = await aLocation(organizationId)
    const editedId = await write('Good coffee.', locationId)
    const removedId = await write('Never mind.')
    const source = await connect()
    await runSync(source)
    expect((await readReviews()).get(editedId)).toMatchObject({
      text: 'Good coffee.',
      rating: 4,
      authorName: 'Ada L.',
      locationId,
    })
    expect(await countDeliveries()).toBe(2)

    await editSandboxReview(organizationId, editedId, {
      author: 'Ada',
      rating: 2,
      text: 'Less good.',
      locationId: otherLocationId,
    })
    await removeSandboxReview(organizationId, removedId)
    const addedId = await write('Late.')
    await runSync(source)
    expect([...(await readReviews()).keys()].sort()).toEqual([editedId, addedId].sort())
    const changed = {
      text: 'Less good.',
      rating: 2,
      authorName: 'Ada',
      locationId: otherLocationId,
      editedAt: expect.any(Date),
    }
    expect((await readReviews()).get(editedId)).toMatchObject(changed)
    expect(await countDeliveries()).toBe(3)
  })

  it('records a trial site that is down as unavailable, with status 503, and syncs it once it is up', async () => {
    await write('Good coffee.')
    const source = await connect()
    await setSettings({ isDown: true })
    await runSync(source)
    expect(await readSource(source)).toMatchObject({
      failures: 1,
      failure: { code: 'unavailable', values: { status: '503' } },
    })
    await setSettings({ isDown: false })
    await runSync(source)
    expect(await readSource(source)).toMatchObject({ failures: 0, failure: null })
    expect((await readReviews()).size).toBe(1)
  })

  it('imports and announces each review of several trial site pages once', async () => {
    const ids = await insertSandboxReviews(organizationId, 25)
    const source = await connect()
    await runSync(source)
    await runSync(source, true)
    expect([...(await readReviews()).keys()].sort()).toEqual(ids.toSorted())
    expect(await countDeliveries()).toBe(25)
  })
})

describe('replies on the trial site', () => {
  async function aPostedReply(): Promise<{ id: string; source: string; externalId: string }> {
    const externalId = await write('Good coffee.')
    const source = await connect()
    await runSync(source)
    const id = (await readReviews()).get(externalId)?.id ?? ''
    await replyToReview(organizationId, { id, text: 'Thank you!' })
    await postOrDeleteReply(organizationId, id, { ownAddress: server.url })
    return { id, source, externalId }
  }

  async function moderate(externalId: string, verdict: Record<string, string>): Promise<void> {
    const { status } = await fetch(`${server.url}${buildSandboxPath(organizationId)}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ _action: 'judge', id: externalId, ...verdict }),
    })
    expect(status).toBe(303)
  }

  it('publishes a reply on the trial site at once, and removes it there when it is deleted', async () => {
    const { id, externalId } = await aPostedReply()
    expect((await readReviews()).get(externalId)).toMatchObject({ replyText: 'Thank you!', replyState: 'live' })
    expect(await readSandboxReview(externalId)).toMatchObject({ replyText: 'Thank you!', replyState: 'live' })
    await deleteReviewReply(organizationId, id, { userId: null })
    await postOrDeleteReply(organizationId, id, { ownAddress: server.url })
    expect(await readSandboxReview(externalId)).toMatchObject({ replyText: null, replyState: null })
    expect((await readReviews()).get(externalId)).toMatchObject({ replyText: null, replyState: null })
  })

  it('marks a moderated reply pending, and live once the moderator publishes it', async () => {
    await setSettings({ holdsReplies: true })
    const { source, externalId } = await aPostedReply()
    expect((await readReviews()).get(externalId)).toMatchObject({ replyState: 'pending' })
    await moderate(externalId, { verdict: 'live' })
    await runSync(source)
    expect((await readReviews()).get(externalId)).toMatchObject({ replyText: 'Thank you!', replyState: 'live' })
  })

  it('marks a moderated reply rejected with the moderator’s reason', async () => {
    await setSettings({ holdsReplies: true })
    const { source, externalId } = await aPostedReply()
    await moderate(externalId, { verdict: 'rejected', reason: 'No names, please.' })
    await runSync(source)
    expect((await readReviews()).get(externalId)).toMatchObject({
      replyText: 'Thank you!',
      replyState: 'rejected',
      replyReason: { code: 'rejected', values: { words: 'No names, please.' } },
    })
  })
})
