import { describe, expect, it, vi } from 'vitest'
import { log } from '../log'
import { useEnvironment } from '../testing/environment'
import { requireSameOriginJsonRequest } from './csrf'

useEnvironment({ NEXTAUTH_URL: 'http://localhost:3000' })

function post(headers: Record<string, string>, body = '{}'): Request {
  return new Request('http://localhost/api/trpc/x', { method: 'POST', headers, body })
}

const JSON_TYPE = { 'content-type': 'application/json' }

describe('cross-site check', () => {
  it('the cross-site check accepts same-origin POST requests, with or without Sec-Fetch-Site, and a GET', () => {
    expect(() => requireSameOriginJsonRequest(post({ ...JSON_TYPE, 'sec-fetch-site': 'same-origin' }))).not.toThrow()
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
      expect(() => requireSameOriginJsonRequest(post({ ...JSON_TYPE, origin }))).not.toThrow()
    expect(() => requireSameOriginJsonRequest(new Request('http://localhost/', { method: 'GET' }))).not.toThrow()
  })

  it.each([
    ['another site', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { ...JSON_TYPE, 'sec-fetch-site': 'same-site' }],
    ['an address typed in', { ...JSON_TYPE, 'sec-fetch-site': 'none' }],
    ['another origin', { ...JSON_TYPE, origin: 'https://evil.test' }],
    ['another origin that names itself as the host', { ...JSON_TYPE, origin: 'https://evil.test', host: 'evil.test' }],
    ['another port', { ...JSON_TYPE, origin: 'http://localhost:3001' }],
    ['a forged X-Forwarded-Host', { ...JSON_TYPE, origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' }],
    ['an opaque origin', { ...JSON_TYPE, origin: 'null', host: 'a.test' }],
    ['an unknown origin', JSON_TYPE],
    ['a plain form', { 'content-type': 'multipart/form-data; boundary=x', 'sec-fetch-site': 'same-origin' }],
    ['a text form', { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' }],
    ['bytes', { 'content-type': 'application/octet-stream', 'sec-fetch-site': 'same-origin' }],
  ])('403: the cross-site check refuses a POST from %s', (_, headers) => {
    expect(() => requireSameOriginJsonRequest(post(headers))).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', status: 403 }),
    )
  })

  it('the cross-site check logs the origin that it saw and the one that it expected, once for many requests', () => {
    const warn = vi.spyOn(log, 'warn')
    try {
      const request = post({ ...JSON_TYPE, origin: 'https://feedback.example.com' })
      for (let time = 0; time < 3; time += 1) expect(() => requireSameOriginJsonRequest(request)).toThrow('own pages')
      expect(warn.mock.calls).toEqual([
        [
          { seen: 'https://feedback.example.com', expected: 'http://localhost:3000' },
          'a request came from another origin than the one of NEXTAUTH_URL',
        ],
      ])
    } finally {
      warn.mockRestore()
    }
  })
})
