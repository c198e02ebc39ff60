import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isEngine, recognise, recognised, recogniseEngine } from './recognition.mjs'

const showing = (headers: Record<string, string>) => (name: string) => headers[name]

it.each([
  ['an API key', (secret: string) => ({ 'x-api-key': secret })],
  ['a bearer', (secret: string) => ({ authorization: `Bearer ${secret}` })],
  ['a session', (secret: string) => ({ cookie: `theme=dark; next-auth.session-token=${secret}; a=b` })],
  ['a session over https', (secret: string) => ({ cookie: `__Secure-next-auth.session-token=${secret}` })],
])('recognises the organization of %s, and none for an unknown one', (_, shown) => {
  const secret = randomUUID()
  expect(recognised(showing(shown(secret)))).toBeUndefined()
  recognise(showing(shown(secret)), 'the organization')
  expect(recognised(showing(shown(secret)))).toBe('the organization')
  expect(recognised(showing(shown(randomUUID())))).toBeUndefined()
})

it('recognises no organization without a credential', () => {
  recognise(showing({ cookie: 'theme=dark' }), 'the organization')
  expect(recognised(showing({ cookie: 'theme=dark' }))).toBeUndefined()
  expect(recognised(showing({}))).toBeUndefined()
})

it('forgets the least recently recognised of more than ten thousand credentials', () => {
  const [old, kept] = [showing({ 'x-api-key': randomUUID() }), showing({ 'x-api-key': randomUUID() })]
  recognise(old, 'a')
  recognise(kept, 'b')
  for (let n = 0; n < 9_999; n += 1) {
    if (n === 5000) recognise(kept, 'b')
    recognise(showing({ 'x-api-key': randomUUID() }), 'c')
  }
  expect([recognised(old), recognised(kept)]).toEqual([undefined, 'b'])
})

it('recognises the address that calls the jobs', () => {
  expect(isEngine('192.0.2.9')).toBe(false)
  recogniseEngine('192.0.2.9')
  expect([isEngine('192.0.2.9'), isEngine('192.0.2.10')]).toEqual([true, false])
})
