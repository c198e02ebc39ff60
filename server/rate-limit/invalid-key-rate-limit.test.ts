import { describe, expect, it } from 'vitest'
import { anApiKey, anOrganization } from '../testing/factories/basics'
import { sendRestRequest } from '../testing/rest-client'

/** An address of the IPv6 documentation range (RFC 3849) that no other test uses. */
const anAddress = () => `2001:db8:${hex()}:${hex()}::1`
const hex = () => Math.floor(Math.random() * 65_535).toString(16)
const WRONG = 'cfs_0000000000000000000000000000000000000000000'

describe('rate limit of invalid API keys', () => {
  it('429: limits an IP address after 60 requests with invalid API keys, and sends Retry-After', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    const answers = []
    for (let n = 0; n < 62; n += 1)
      answers.push(await sendRestRequest(n % 2 ? WRONG : 'no key at all', 'GET /contacts', undefined, { headers }))
    expect(answers.slice(0, 60).map((answer) => answer.status)).toEqual(Array.from({ length: 60 }, () => 401))
    const refused = answers[61]
    expect(refused?.status).toBe(429)
    expect(refused?.body.error.code).toBe('RATE_LIMIT_EXCEEDED')
    expect(refused?.body.error.details.retryAfter).toBeGreaterThan(0)
    expect(refused?.headers.get('retry-after')).toBe(String(refused?.body.error.details.retryAfter))
  })

  it('200: accepts a valid API key from a rate-limited IP address; 401: does not limit other addresses', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    for (let n = 0; n < 61; n += 1) await sendRestRequest(WRONG, 'GET /contacts', undefined, { headers })
    const { key } = await anApiKey(await anOrganization(), ['contacts:read'])
    expect((await sendRestRequest(WRONG, 'GET /contacts', undefined, { headers })).status).toBe(429)
    expect((await sendRestRequest(key, 'GET /contacts', undefined, { headers })).status).toBe(200)
    const elsewhere = { headers: { 'x-forwarded-for': anAddress() } }
    expect((await sendRestRequest(WRONG, 'GET /contacts', undefined, elsewhere)).status).toBe(401)
  })

  it('401: does not rate-limit requests without an API key', async () => {
    const headers = { 'x-forwarded-for': anAddress() }
    for (let n = 0; n < 65; n += 1)
      expect((await sendRestRequest(null, 'GET /contacts', undefined, { headers })).status).toBe(401)
  })
})
