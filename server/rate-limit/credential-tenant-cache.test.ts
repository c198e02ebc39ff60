import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isEngine, recognise, recognised, recogniseEngine } from './credential-tenant-cache.mjs'

const headerReader = (headers: Record<string, string>) => (name: string) => headers[name]

it.each([
  ['an API key', (secret: string) => ({ 'x-api-key': secret })],
  ['a bearer', (secret: string) => ({ authorization: `Bearer ${secret}` })],
  ['a session', (secret: string) => ({ cookie: `theme=dark; next-auth.session-token=${secret}; a=b` })],
  ['a session over https', (secret: string) => ({ cookie: `__Secure-next-auth.session-token=${secret}` })],
])('looks up the organization of %s, and none for an unknown one', (_, toHeaders) => {
  const secret = randomUUID()
  expect(recognised(headerReader(toHeaders(secret)))).toBeUndefined()
  recognise(headerReader(toHeaders(secret)), 'the organization')
  expect(recognised(headerReader(toHeaders(secret)))).toBe('the organization')
  expect(recognised(headerReader(toHeaders(randomUUID())))).toBeUndefined()
})

it('looks up no organization without a credential', () => {
  recognise(headerReader({ cookie: 'theme=dark' }), 'the organization')
  expect(recognised(headerReader({ cookie: 'theme=dark' }))).toBeUndefined()
  expect(recognised(headerReader({}))).toBeUndefined()
})

it('evicts the least recently used of more than ten thousand credentials', () => {
  const [old, kept] = [headerReader({ 'x-api-key': randomUUID() }), headerReader({ 'x-api-key': randomUUID() })]
  recognise(old, 'a')
  recognise(kept, 'b')
  for (let n = 0; n < 9_999; n += 1) {
    if (n === 5000) recognise(kept, 'b')
    recognise(headerReader({ 'x-api-key': randomUUID() }), 'c')
  }
  expect([recognised(old), recognised(kept)]).toEqual([undefined, 'b'])
})

it('knows the network of a verified job engine, and no other', () => {
  expect(isEngine('192.0.2.9')).toBe(false)
  recogniseEngine('192.0.2.9')
  expect([isEngine('192.0.2.9'), isEngine('192.0.2.10')]).toEqual([true, false])
})
