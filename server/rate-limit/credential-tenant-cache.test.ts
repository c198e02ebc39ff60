import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import {
  isKnownJobEngineNetwork,
  lookUpTenant,
  rememberJobEngineNetwork,
  rememberTenant,
} from './credential-tenant-cache.mjs'

const headerReader = (headers: Record<string, string>) => (name: string) => headers[name]

it.each([
  ['an API key', (secret: string) => ({ 'x-api-key': secret })],
  ['a bearer', (secret: string) => ({ authorization: `Bearer ${secret}` })],
  ['a session', (secret: string) => ({ cookie: `theme=dark; next-auth.session-token=${secret}; a=b` })],
  ['a session over https', (secret: string) => ({ cookie: `__Secure-next-auth.session-token=${secret}` })],
])('looks up the organization of %s, and none for an unknown one', (_, toHeaders) => {
  const secret = randomUUID()
  expect(lookUpTenant(headerReader(toHeaders(secret)))).toBeUndefined()
  rememberTenant(headerReader(toHeaders(secret)), 'the organization')
  expect(lookUpTenant(headerReader(toHeaders(secret)))).toBe('the organization')
  expect(lookUpTenant(headerReader(toHeaders(randomUUID())))).toBeUndefined()
})

it('looks up no organization without a credential', () => {
  rememberTenant(headerReader({ cookie: 'theme=dark' }), 'the organization')
  expect(lookUpTenant(headerReader({ cookie: 'theme=dark' }))).toBeUndefined()
  expect(lookUpTenant(headerReader({}))).toBeUndefined()
})

it('evicts the least recently used of more than ten thousand credentials', () => {
  const [old, kept] = [headerReader({ 'x-api-key': randomUUID() }), headerReader({ 'x-api-key': randomUUID() })]
  rememberTenant(old, 'a')
  rememberTenant(kept, 'b')
  for (let n = 0; n < 9_999; n += 1) {
    if (n === 5000) rememberTenant(kept, 'b')
    rememberTenant(headerReader({ 'x-api-key': randomUUID() }), 'c')
  }
  expect([lookUpTenant(old), lookUpTenant(kept)]).toEqual([undefined, 'b'])
})

it('knows the network of a verified job engine, and no other', () => {
  expect(isKnownJobEngineNetwork('192.0.2.9')).toBe(false)
  rememberJobEngineNetwork('192.0.2.9')
  expect([isKnownJobEngineNetwork('192.0.2.9'), isKnownJobEngineNetwork('192.0.2.10')]).toEqual([true, false])
})
