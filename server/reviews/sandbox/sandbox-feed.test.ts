import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { db } from '../../db'
import { signToken } from '../../encryption'
import { anOrganization } from '../../testing/factories/basics'
import { insertSandboxReviews } from '../../testing/factories/reviews'
import type { LoopbackServer } from '../../testing/servers/loopback-server'
import { startSandboxServer } from '../../testing/servers/sandbox-server'
import { buildSandboxPath, createSandboxClient } from '../sources/sandbox-client'
import { REMOVED_REVIEW_RETENTION_DAYS } from './sandbox-feed'
import { removeSandboxReview } from './sandbox-site'

/* The sandbox feed through the feed adapter, over real HTTP. */

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

const readSandboxReview = (id: string) => db.sandboxReview.findUniqueOrThrow({ where: { id } })
const site = () => createSandboxClient(organizationId, server.url)

async function listAllPages(since: Date | null = null): Promise<string[][]> {
  const pages: string[][] = []
  for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
    const page = await site().list({ cursor, since })
    pages.push(page.reviews.map(({ externalId }) => externalId))
    expect(page.total).toBe(25)
    cursor = page.next
  }
  return pages
}

it('lists trial site reviews in pages, latest change first, and only changes since a given time', async () => {
  const ids = await insertSandboxReviews(organizationId, 25)
  expect(await listAllPages()).toEqual([ids.slice(0, 10), ids.slice(10, 20), ids.slice(20)])
  expect(await listAllPages(new Date('2026-11-01T08:12:00Z'))).toEqual([ids.slice(0, 10), ids.slice(10, 13)])
})

it('lists the id of a removed trial site review for thirty days, and erases its author and text', async () => {
  const [id = '', other = ''] = await insertSandboxReviews(organizationId, 2)
  await removeSandboxReview(organizationId, id)
  expect(await site().list({ cursor: null, since: null })).toMatchObject({
    reviews: [{ externalId: other }],
    removed: [id],
    total: 1,
  })
  expect(await site().get(id)).toBeNull()
  expect(await readSandboxReview(id)).toMatchObject({ author: '', text: '' })
  const removedAt = new Date(Date.now() - (REMOVED_REVIEW_RETENTION_DAYS + 1) * 86_400_000)
  await db.sandboxReview.update({ where: { id }, data: { removedAt } })
  expect((await site().list({ cursor: null, since: null })).removed).toEqual([])
})

it('posts and deletes a reply on the trial site idempotently', async () => {
  const [id = ''] = await insertSandboxReviews(organizationId, 1)
  const posted = await site().reply(id, 'Thank you!')
  expect(posted).toEqual({ text: 'Thank you!', respondedAt: expect.any(Date), state: 'live', reason: null })
  expect(await site().reply(id, 'Thank you!')).toEqual(posted)
  expect((await site().get(id))?.reply).toEqual(posted)
  await site().deleteReply(id)
  await site().deleteReply(id)
  expect((await site().get(id))?.reply).toBeNull()
})

it('401: refuses the trial site feed without the token of that site; 404 if there is no such site', async () => {
  const otherOrganizationId = await anOrganization()
  await db.sandboxSite.create({ data: { organizationId: otherOrganizationId } })
  const status = async (path: string, token: string | null) => {
    const headers: HeadersInit = token === null ? {} : { Authorization: `Bearer ${token}` }
    return (await fetch(`${server.url}${path}/reviews`, { headers })).status
  }
  const path = buildSandboxPath(organizationId)
  const token = signToken('sandbox-feed', organizationId)
  expect(await status(path, token)).toBe(200)
  // The token in the page's link does not authorize feed requests.
  const wrong = [null, 'wrong', path.split('/')[2] ?? '', signToken('sandbox-feed', otherOrganizationId)]
  for (const other of wrong) expect([other, await status(path, other)]).toEqual([other, 401])
  expect(await status(`/sandbox/${'a'.repeat(43)}`, token)).toBe(404)
  await db.sandboxSite.delete({ where: { organizationId } })
  expect(await status(path, token)).toBe(404)
})

it('404: neither returns a review of another trial site nor posts a reply to it', async () => {
  const otherOrganizationId = await anOrganization()
  await db.sandboxSite.create({ data: { organizationId: otherOrganizationId } })
  const otherSite = createSandboxClient(otherOrganizationId, server.url)
  const [id = ''] = await insertSandboxReviews(organizationId, 1)
  expect(await otherSite.get(id)).toBeNull()
  await expect(otherSite.reply(id, 'Mine.')).rejects.toMatchObject({ code: 'notFound' })
  await otherSite.deleteReply(id)
  expect(await readSandboxReview(id)).toMatchObject({ replyText: null })
})

it('422: refuses a blank reply with a readable message', async () => {
  const [id = ''] = await insertSandboxReviews(organizationId, 1)
  await expect(site().reply(id, ' ')).rejects.toMatchObject({
    code: 'refused',
    values: { status: '422', words: 'This field is required.' },
  })
})
