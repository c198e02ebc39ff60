import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { anApiKey, anOrganization } from '../testing/factories/basics'
import { restRequest } from '../testing/http'

/** An address of the documentation range (RFC 5737) that no other test sends from. */
const anAddress = () => `2001:db8:${hex()}:${hex()}::1`
const hex = () => Math.floor(Math.random() * 65_535).toString(16)
const WRONG = 'cfs_0000000000000000000000000000000000000000000'

describe('wrong keys from one address', () => {
  it('429: after sixty in a minute, whatever is wrong with them, with when to come back', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    const answers = []
    for (let n = 0; n < 62; n += 1)
      answers.push(await restRequest(n % 2 ? WRONG : 'no key at all', 'GET /contacts', undefined, { headers }))
    expect(answers.slice(0, 60).map((answer) => answer.status)).toEqual(Array.from({ length: 60 }, () => 401))
    const refused = answers[61]
    expect(refused?.status).toBe(429)
    expect(refused?.body.error.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(refused?.body.error.details.retryAfter).toBeGreaterThan(0)
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.error.details.retryAfter))
  })

  it('200: a live key from the same address is not shut out, 401: nor is another address', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    for (let n = 0; n < 61; n += 1) await restRequest(WRONG, 'GET /contacts', undefined, { headers })
    const { key } = await anApiKey(await anOrganization(), ['contacts:read'])
    expect((await restRequest(WRONG, 'GET /contacts', undefined, { headers })).status).toBe(429)
    expect((await restRequest(key, 'GET /contacts', undefined, { headers })).status).toBe(200)
    const elsewhere = { headers: { 'x-forwarded-for': anAddress() } }
    expect((await restRequest(WRONG, 'GET /contacts', undefined, elsewhere)).status).toBe(401)
  })

  it('401: a request without a key is no guess', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    for (let n = 0; n < 65; n += 1)
      expect((await restRequest(null, 'GET /contacts', undefined, { headers })).status).toBe(401)
  })
})

describe('a process of the version before, while it is being replaced', () => {
  it('finds a key by its one hash, counts in the same windows, and leaves the hash as it is', async () => {
    const { id, key } = await anApiKey(await anOrganization({ rateLimitPerMinute: 3 }), ['contacts:read'])
    const { hash } = await db.apiKey.update({ where: { id }, data: { hashKeyId: 'older' } })
    const admit = (given: Uint8Array) => db.$queryRaw`
      SELECT api_key_id, scopes, is_active, is_expired, admitted, minute_left FROM admit_api_request(${given}, 100, 1000)`
    const answer = { api_key_id: id, scopes: ['contacts:read'], is_active: true, is_expired: false, admitted: true }

    expect(await admit(hash)).toEqual([{ ...answer, minute_left: 2 }])
    const stored = await db.apiKey.findUniqueOrThrow({ where: { id } })
    expect(stored).toMatchObject({ hash, hashKeyId: 'older', lastUsedAt: expect.any(Date) })

    expect((await restRequest(key, 'GET /contacts')).status).toBe(200)
    expect(await admit(hash)).toEqual([{ ...answer, minute_left: 0 }])
    expect(await admit(hash)).toEqual([{ ...answer, minute_left: 0, admitted: false }])
    expect(await admit(Buffer.from('no key'))).toEqual([])
  })
})
