import { expect, it } from 'vitest'
import { isLoopback, isPublic, parseHost } from './listening.mjs'

it('listens on this machine alone unless HOST says otherwise', () => {
  expect(['', undefined].map(parseHost)).toEqual(['127.0.0.1', '127.0.0.1'])
  expect(['0.0.0.0', '::', '192.0.2.7', 'localhost'].map(parseHost)).toEqual([
    '0.0.0.0',
    '::',
    '192.0.2.7',
    'localhost',
  ])
})

it.each(['feedback.example.com', '0', '256.1.1.1', 'http://127.0.0.1', '127.0.0.1:3000', ' '])(
  'refuses HOST=%s in a sentence that says what to set',
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
])('says of %s whether it is this machine alone: %s', (host, answer) => {
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
])('with HOST=%s and NEXTAUTH_URL=%s others reach the service: %s', (host, baseUrl, answer) => {
  expect(isPublic(host, baseUrl)).toBe(answer)
})
