import { describe, expect, it } from 'vitest'
import { refuseCrossSite, withinBodyLimit } from './guard'

function post(headers: Record<string, string>, body = '{}'): Request {
  return new Request('http://localhost/api/trpc/x', { method: 'POST', headers, body })
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('the guard of state-changing requests', () => {
  it('lets our own pages through, with or without Sec-Fetch-Site', () => {
    expect(() => refuseCrossSite(post({ ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }))).not.toThrow()
    expect(() => refuseCrossSite(post({ ...JSON_TYPE, origin: 'https://a.test', host: 'a.test' }))).not.toThrow()
    expect(() => refuseCrossSite(new Request('http://localhost/', { method: 'GET' }))).not.toThrow()
  })

  it.each([
    ['another site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { ...JSON_TYPE, 'sec-fetch-site': 'none' }],
    ['another origin', { ...JSON_TYPE, origin: 'https://evil.test', host: 'a.test' }],
    ['an opaque origin', { ...JSON_TYPE, origin: 'null', host: 'a.test' }],
    ['nobody knows where', JSON_TYPE],
    ['a plain form', { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' }],
    ['a text form', { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }],
    ['bytes', { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' }],
  ])('403: from %s', (_, headers) => {
    expect(() => refuseCrossSite(post(headers))).toThrow(expect.objectContaining({ code: 'FORBIDDEN', status: 403 }))
  })

  it('413: reads no more than 1 MiB', async () => {
    await expect(withinBodyLimit(post(JSON_TYPE, 'x'.repeat(1_048_577)))).rejects.toMatchObject({ status: 413 })
    const request = await withinBodyLimit(post(JSON_TYPE, 'x'.repeat(1_048_576)))
    expect(await request.text()).toHaveLength(1_048_576)
  })
})
