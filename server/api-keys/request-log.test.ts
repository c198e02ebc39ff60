import { v7 as uuidv7 } from 'uuid'
import { beforeEach, expect, it } from 'vitest'
import { db } from '../db'
import { openTransaction } from '../testing/database/locks'
import { anApiKey, anOrganization } from '../testing/factories/basics'
import { sendRestRequest } from '../testing/rest-client'
import { listApiRequests } from './list-api-requests'
import { flushApiRequests, recordApiRequest } from './request-log'
import { rotateApiKey } from './rotate-api-key'

let organizationId: string
let id: string
let key: string

beforeEach(async () => {
  organizationId = await anOrganization()
  const made = await anApiKey(organizationId, ['contacts:read'])
  id = made.id
  key = made.key
})

async function listEntries(more: object = {}) {
  await flushApiRequests()
  return listApiRequests(organizationId, { id, limit: 50, ...more })
}

it('the API request log lists the requests of a key newest first, without query strings, whatever the status', async () => {
  const response = await sendRestRequest(key, 'GET /contacts?search=ada%40example.com')
  await sendRestRequest(key, 'POST /surveys', { name: 'x' })
  await sendRestRequest(key, `GET /${'x'.repeat(300)}`)
  const { entries, next } = await listEntries()
  expect(next).toBeNull()
  expect(entries).toMatchObject([
    { method: 'GET', status: 404, path: `/api/v1/${'x'.repeat(192)}` },
    { method: 'POST', status: 403, path: '/api/v1/surveys' },
    { method: 'GET', status: 200, path: '/api/v1/contacts', times: 1, withPrevious: false },
  ])
  expect(entries[2]?.id).toBe(response.headers.get('x-request-id'))
  expect(entries[2]?.durationMs).toBeGreaterThanOrEqual(0)
  expect((await listEntries({ outcome: '4xx' })).entries.map(({ status }) => status)).toEqual([404, 403])
  expect((await listEntries({ outcome: '5xx' })).entries).toEqual([])
})

it('the API request log counts every request refused by the rate limit', async () => {
  await db.organization.update({ where: { id: organizationId }, data: { rateLimitPerMinute: 1 } })
  for (let n = 0; n < 5; n += 1) await sendRestRequest(key, 'GET /contacts')
  const { entries } = await listEntries()
  expect(entries.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = entries.filter(({ status }) => status === 429)
  expect(refused.reduce((sum, { times }) => sum + times, 0)).toBe(4)
})

it('the API request log marks requests that used the previous secret after a rotation', async () => {
  const { key: second } = await rotateApiKey(organizationId, { id, overlapHours: 1 })
  await sendRestRequest(key, 'GET /contacts')
  await sendRestRequest(second, 'GET /contacts')
  expect((await listEntries()).entries.map(({ withPrevious }) => withPrevious)).toEqual([false, true])
})

it('the API request log is paged without gaps or duplicates', async () => {
  for (let n = 0; n < 5; n += 1) await sendRestRequest(key, 'GET /contacts')
  const { entries: all } = await listEntries()
  const seen: string[] = []
  for (let after: string | null = null, pages = 0; pages === 0 || after !== null; pages += 1) {
    const page = await listEntries({ limit: 2, ...(after === null ? {} : { after }) })
    seen.push(...page.entries.map((entry) => entry.id))
    after = page.next
  }
  expect(seen).toEqual(all.map((entry) => entry.id))
  expect(seen).toHaveLength(5)
})

it('the API request log of a key is hidden from other organizations and deleted with the key', async () => {
  await sendRestRequest(key, 'GET /contacts')
  await flushApiRequests()
  await expect(listApiRequests(await anOrganization(), { id, limit: 50 })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sendRestRequest(key, 'GET /contacts')
  await db.apiKey.delete({ where: { id } })
  await flushApiRequests()
  expect(await db.apiRequest.count({ where: { organizationId } })).toBe(0)
})

it('API requests are answered while the request log cannot be written, and its buffer is bounded', async () => {
  const blocker = await openTransaction()
  try {
    await blocker.tx.$executeRaw`LOCK TABLE api_request IN ACCESS EXCLUSIVE MODE`
    await sendRestRequest(key, 'GET /contacts')
    const writing = flushApiRequests()
    for (let n = 0; n < 3; n += 1) expect((await sendRestRequest(key, 'GET /contacts')).status).toBe(200)
    for (let n = 0; n < 6000; n += 1) recordApiRequest(aRequest())
    await blocker.rollback()
    await writing
  } finally {
    await blocker.rollback().catch(() => undefined)
  }
  await flushApiRequests()
  expect(await db.apiRequest.count({ where: { organizationId } })).toBe(5001)
})

const aRequest = () => ({
  id: uuidv7(),
  organizationId,
  apiKeyId: id,
  withPrevious: false,
  method: 'GET',
  path: '/api/v1/contacts',
  status: 200,
  durationMs: 1,
  createdAt: new Date(),
})
