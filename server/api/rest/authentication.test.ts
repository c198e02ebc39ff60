import { describe, expect, it } from 'vitest'
import { anApiKey, anOrganization } from '../../testing/factories/basics'
import { apiAs, sendRestRequest } from '../../testing/rest-client'

describe('API authentication and rate limits', () => {
  it('401: refuses a missing, malformed, invalid, inactive or expired API key with its own error code', async () => {
    const organizationId = await anOrganization()
    const inactive = await anApiKey(organizationId, ['admin'], { isActive: false })
    const expired = await anApiKey(organizationId, ['admin'], { expiresAt: new Date(Date.now() - 1000) })
    const codeOf = async (key: string | null) => {
      const { status, body } = await sendRestRequest(key, 'GET /contacts')
      return `${status} ${body.error.code}`
    }
    expect(await codeOf(null)).toBe('401 MISSING_API_KEY')
    expect(await codeOf('sk_live_123')).toBe('401 INVALID_API_KEY_FORMAT')
    expect(await codeOf(`cfs_${'a'.repeat(43)}`)).toBe('401 INVALID_API_KEY')
    expect(await codeOf(inactive.key)).toBe('401 INVALID_API_KEY')
    expect(await codeOf(expired.key)).toBe('401 EXPIRED_API_KEY')
  })

  it('200: accepts an API key as a Bearer token; X-API-Key takes precedence if both are sent', async () => {
    const { key } = await anApiKey(await anOrganization(), ['contacts:read'])
    expect(
      (await sendRestRequest(null, 'GET /contacts', undefined, { headers: { Authorization: `bearer ${key}` } })).status,
    ).toBe(200)
    const both = await sendRestRequest('nonsense', 'GET /contacts', undefined, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(both.body.error.code).toBe('INVALID_API_KEY_FORMAT')
  })

  it('401 precedes 404 and 404 precedes 403 on an unknown API path; 405 has an Allow header', async () => {
    const call = apiAs(await anOrganization(), 'surveys:read')
    expect((await sendRestRequest(null, 'GET /nowhere')).status).toBe(401)
    expect((await call('GET /nowhere')).body.error.code).toBe('NOT_FOUND')
    const wrong = await call('PUT /contacts')
    expect([wrong.status, wrong.body.error.code, wrong.headers.get('Allow')]).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
      'GET, HEAD, POST',
    ])
  })

  it('429: admits exactly 100 of 300 concurrent requests at 100 a minute, and sends Retry-After', async () => {
    const organizationId = await anOrganization({ rateLimitPerMinute: 100, rateLimitPerHour: 1000 })
    const call = apiAs(organizationId, 'contacts:read')
    const answers = await Promise.all(Array.from({ length: 300 }, () => call('GET /contacts')))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(100)
    const refused = answers.find((answer) => answer.status === 429)
    const { retryAfter } = refused?.body.error.details ?? {}
    expect(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= 61).toBe(true)
    expect(refused?.headers.get('Retry-After')).toBe(String(retryAfter))
    expect(refused?.headers.get('RateLimit-Policy')).toBe('"minute";q=100;w=60, "hour";q=1000;w=3600')
    expect(refused?.headers.get('RateLimit')).toMatch(/^"minute";r=0;t=\d+, "hour";r=900;t=\d+$/)
  })

  it('a refused API request is answered with a request id and Cache-Control: no-store', async () => {
    const { headers } = await sendRestRequest(null, 'GET /contacts')
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers.get('Cache-Control')).toBe('no-store')
  })
})
