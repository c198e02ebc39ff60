import { describe, expect, it } from 'vitest'
import { echo, formatRawRequest, parseRawResponseBody, sendRaw, startPipeline } from './pipeline-fixture'
import { makePathDecodable } from './request-pipeline.mjs'

describe('client address', () => {
  const forwarded = ['X-Forwarded-For: 198.51.100.9', 'X-Real-IP: 198.51.100.8', 'Forwarded: for=198.51.100.7']
  const hosts = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'X-Vercel-Forwarded-For: 198.51.100.6']

  it('takes the client address from the connection and drops forwarded headers when no proxy is trusted', async () => {
    const { headers } = parseRawResponseBody(
      await sendRaw(await startPipeline(echo), formatRawRequest('GET /', ...forwarded, ...hosts)),
    )
    expect(headers).toEqual({ host: 'feedback.example.com', connection: 'close', 'x-forwarded-for': '127.0.0.1' })
  })

  it('takes the client address from a trusted proxy’s X-Forwarded-For and drops the other forwarded headers', async () => {
    for (const trusted of ['1', '127.0.0.0/8']) {
      const port = await startPipeline(echo, { trusted })
      const { headers } = parseRawResponseBody(await sendRaw(port, formatRawRequest('GET /', ...forwarded, ...hosts)))
      expect(headers['x-forwarded-for']).toBe('198.51.100.9')
      expect(Object.keys(headers)).toHaveLength(3)
    }
  })
})

describe('request targets and methods', () => {
  it.each([
    ['/api/v1/contacts/%ff', '/api/v1/contacts/%25ff'],
    ['/api/v1/contacts/%zz?search=%ff', '/api/v1/contacts/%25zz?search=%ff'],
    ['/contacts/%E0%A4%A', '/contacts/%25E0%25A4%25A'],
    ['/contacts/%20x', '/contacts/%20x'],
    ['http://evil.example/api/v1/contacts?page=2', '/api/v1/contacts?page=2'],
    ['*', '/'],
    ['/', '/'],
  ])('passes the request target %s on as %s', (target, path) => {
    expect(makePathDecodable(target)).toBe(path)
  })

  it('passes an unsupported method to the API as OPTIONS with its name, and answers 405 elsewhere', async () => {
    const port = await startPipeline(echo)
    expect(parseRawResponseBody(await sendRaw(port, formatRawRequest('TRACE /api/v1/contacts')))).toMatchObject({
      method: 'OPTIONS',
      headers: { 'x-foreign-method': 'TRACE' },
    })
    expect(await sendRaw(port, formatRawRequest('TRACE /contacts'))).toMatch(
      /^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/i,
    )
    expect(
      parseRawResponseBody(await sendRaw(port, formatRawRequest('GET /api', 'X-Foreign-Method: TRACE'))).headers,
    ).not.toHaveProperty('x-foreign-method')
  })

  it.each([
    ['//api/v1//contacts?a=//b?c', '/api/v1/contacts?a=//b?c'],
    ['/api/v1/contacts', '/api/v1/contacts'],
    ['//contacts', '//contacts'],
    ['/?next=//api/', '/?next=//api/'],
  ])('passes the path %s on as %s: repeated slashes of API paths are collapsed', async (target, url) => {
    expect(parseRawResponseBody(await sendRaw(await startPipeline(echo), formatRawRequest(`GET ${target}`))).url).toBe(
      url,
    )
  })
})

describe('responses', () => {
  it('adds the security headers to every response without overriding those of its route', async () => {
    const port = await startPipeline(
      async (request, response) => {
        if (request.url === '/own') response.setHeader('Referrer-Policy', 'no-referrer')
        response.writeHead(request.url === '/own' ? 200 : 404).end()
      },
      { baseUrl: 'https://feedback.example.com' },
    )
    const own = (await sendRaw(port, formatRawRequest('GET /own'))).toLowerCase()
    expect(own.match(/referrer-policy: .*/g)).toEqual(['referrer-policy: no-referrer'])
    const other = (await sendRaw(port, formatRawRequest('GET /other'))).toLowerCase()
    for (const header of [
      'referrer-policy: strict-origin-when-cross-origin',
      'x-content-type-options: nosniff',
      'cross-origin-opener-policy: same-origin',
      'permissions-policy: camera=()',
      'strict-transport-security: max-age=63072000',
    ])
      expect(other).toContain(header)
  })

  it('leaves subdomains out of Strict-Transport-Security at another host than its own, such as a link domain', async () => {
    const port = await startPipeline(echo, { baseUrl: 'https://feedback.example.com' })
    const policyAt = async (host: string) => {
      const answer = await sendRaw(port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      return /^strict-transport-security: (.*)\r$/im.exec(answer)?.[1]
    }
    expect(await policyAt('feedback.example.com')).toBe('max-age=63072000; includeSubDomains')
    expect(await policyAt('feedback.shop.example')).toBe('max-age=63072000')
  })

  it('sends no Strict-Transport-Security when the base URL is HTTP', async () => {
    expect((await sendRaw(await startPipeline(echo), formatRawRequest('GET /'))).toLowerCase()).not.toContain(
      'strict-transport-security',
    )
  })

  it('500: an error outside of a route reveals no details', async () => {
    const port = await startPipeline(() => Promise.reject(new Error('a secret detail')))
    const answer = await sendRaw(port, formatRawRequest('GET /'))
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).not.toContain('secret')
  })
})
