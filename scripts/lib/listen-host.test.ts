import { expect, it } from 'vitest'
import { securityHeaders } from '@/server/security-headers.mjs'
import { isLoopback, isReachableByOthers, parseHost, parseHstsMaxAge } from './listen-host.mjs'

it('listens on 127.0.0.1 unless HOST is set', () => {
  expect(['', undefined].map(parseHost)).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(['0.0.0.0', '::', '192.0.2.7', 'localhost'].map(parseHost)).toEqual([
    '0.0.0.0',
    '::',
    '192.0.2.7',
    'localhost',
  ])
})

it.each(['feedback.example.com', '0', '256.1.1.1', 'http://127.0.0.1', '127.0.0.1:3000', ' '])(
  'refuses HOST=%s because it is not an IP address',
  (text) => {
    expect(() => parseHost(text)).toThrow(`HOST is ${text}, which is not an IP address`)
  },
)

it.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['::1', true],
  ['[::1]', true],
  ['0:0:0:0:0:0:0:1', true],
  ['::ffff:127.0.0.1', true],
  ['localhost', true],
  ['LocalHost', true],
  ['app.localhost', true],
  ['0.0.0.0', false],
  ['::', false],
  ['10.0.0.1', false],
  ['128.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
])('classifies the host %s as loopback: %s', (host, answer) => {
  expect(isLoopback(host)).toBe(answer)
})

it.each([
  ['127.0.0.1', undefined, false],
  ['127.0.0.1', 'http://localhost:3000', false],
  ['127.0.0.1', 'http://[::1]:3000', false],
  ['0.0.0.0', undefined, true],
  ['0.0.0.0', 'http://localhost:3000', true],
  ['127.0.0.1', 'https://feedback.example.com', true],
  ['127.0.0.1', 'not an address', true],
])('HOST=%s with NEXTAUTH_URL=%s makes the service public: %s', (host, baseUrl, answer) => {
  expect(isReachableByOthers(host, baseUrl)).toBe(answer)
})

it('HSTS_MAX_AGE shortens Strict-Transport-Security and leaves out subdomains', () => {
  const hsts = (text?: string) =>
    securityHeaders('https://feedback.example.com', parseHstsMaxAge(text))['Strict-Transport-Security']
  expect(hsts()).toBe('max-age=63072000; includeSubDomains')
  expect(hsts('300')).toBe('max-age=300')
  expect(hsts('0')).toBe('max-age=0')
  for (const wrong of ['-1', '5m', '1; includeSubDomains', '9999999999'])
    expect(() => parseHstsMaxAge(wrong)).toThrow(`HSTS_MAX_AGE is ${wrong}.`)
})
