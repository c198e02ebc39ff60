import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { db } from '../db'
import { anApiKey, anOrganization } from '../testing/factories/basics'
import { deleteExpiredRows, RETENTION_BY_TABLE } from './retention'

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

it('every table has a retention, and every retention has a table', async () => {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_type = 'BASE TABLE' AND table_schema = 'public' AND table_name <> '_prisma_migrations'`
  expect(Object.keys(RETENTION_BY_TABLE).toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
})

it('removes expired sessions and old captured messages in batches, and keeps recent ones', async () => {
  const organizationId = await anOrganization()
  const user = await db.user.create({ data: { email: `${uuidv7()}@example.com`, name: 'Ada' } })
  const session = (expiresAt: Date) => db.session.create({ data: { userId: user.id, organizationId, expiresAt } })
  await session(daysAgo(0.01))
  const open = await session(daysAgo(-1))
  await db.$executeRaw`
    INSERT INTO captured_message (id, organization_id, channel, sender, recipient, text, created_at)
    SELECT uuid_v7(), ${organizationId}::uuid, 'email', 'a', 'b', 'c', ${daysAgo(30.1)} FROM generate_series(1, 5100)`
  const message = { organizationId, channel: 'email', sender: 'a', recipient: 'b', text: 'c' }
  await db.capturedMessage.create({ data: { ...message, createdAt: daysAgo(29.9) } })

  const removed = await deleteExpiredRows()
  expect(removed.captured_message).toBeGreaterThanOrEqual(5100)
  expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(1)
  expect(await db.session.findMany({ where: { organizationId } })).toMatchObject([{ id: open.id }])
})

it('deletes reviews removed from the sandbox after thirty days, and no others', async () => {
  const organizationId = await anOrganization()
  await db.sandboxSite.create({ data: { organizationId } })
  const review = { organizationId, author: '', rating: 5, text: '', publishedAt: daysAgo(60), changedAt: daysAgo(60) }
  const removed = [null, daysAgo(29.9), daysAgo(30.1)].map((removedAt) => ({ ...review, removedAt }))
  await db.sandboxReview.createMany({ data: removed })
  await deleteExpiredRows()
  const remaining = await db.sandboxReview.findMany({ where: { organizationId } })
  expect(remaining.map(({ removedAt }) => removedAt)).toEqual(expect.arrayContaining([null, removed[1]?.removedAt]))
  expect(remaining).toHaveLength(2)
})

it('deletes logged API requests after a week, and not before', async () => {
  const organizationId = await anOrganization()
  const { id: apiKeyId } = await anApiKey(organizationId, ['contacts:read'])
  const request = { organizationId, apiKeyId, method: 'GET', path: '/api/v1/contacts', status: 200, durationMs: 1 }
  await db.apiRequest.createMany({
    data: [6.9, 7.1].map((days) => ({ ...request, id: uuidv7(), createdAt: daysAgo(days) })),
  })
  await deleteExpiredRows()
  expect(await db.apiRequest.findMany({ where: { organizationId } })).toMatchObject([
    { createdAt: expect.toSatisfy((at: Date) => at > daysAgo(7)) as Date },
  ])
})

it('the sweep of expired rows stops when its time is up, and the next run continues', async () => {
  const organizationId = await anOrganization()
  const message = { organizationId, channel: 'sms', sender: 'a', recipient: 'b', text: 'c', createdAt: daysAgo(31) }
  await db.capturedMessage.create({ data: message })
  expect(await deleteExpiredRows(0)).toEqual({})
  expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(1)
  await deleteExpiredRows()
  expect(await db.capturedMessage.count({ where: { organizationId } })).toBe(0)
})

it('removes leftover list totals of a deleted organization', async () => {
  const organizationId = uuidv7()
  await db.$executeRaw`INSERT INTO list_total (organization_id, list, total) VALUES (${organizationId}::uuid, 'contact', 1)`
  await deleteExpiredRows()
  expect(await db.listTotal.count({ where: { organizationId } })).toBe(0)
})
