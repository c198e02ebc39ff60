import { expect, it } from 'vitest'
import { toFetchArguments } from './send-request'

const UPDATE = {
  method: 'PATCH',
  path: '/contacts/{id}',
  parameters: [
    { name: 'id', in: 'path', isRequired: true },
    { name: 'search', in: 'query', isRequired: false },
    { name: 'page', in: 'query', isRequired: false },
    { name: 'Idempotency-Key', in: 'header', isRequired: false },
  ],
  body: '{}',
} as const

it('sends each parameter, escaped, in its path, query or header, and the key as a header', () => {
  const { url, init } = toFetchArguments(UPDATE, {
    key: 'cfs_1',
    values: { id: 'a/b?', search: 'Zoé & Cie', page: '', 'Idempotency-Key': 'k-1' },
    body: '{"firstName":"Zoé"}',
  })
  expect(url).toBe('/api/v1/contacts/a%2Fb%3F?search=Zo%C3%A9+%26+Cie')
  expect(init.method).toBe('PATCH')
  expect(init.body).toBe('{"firstName":"Zoé"}')
  expect([...init.headers]).toEqual([
    ['content-type', 'application/json'],
    ['idempotency-key', 'k-1'],
    ['x-api-key', 'cfs_1'],
  ])
})

it('omits empty parameters, and the content type of a request without a body', () => {
  const { url, init } = toFetchArguments(
    { method: 'GET', path: '/contacts', parameters: [{ name: 'search', in: 'query', isRequired: false }] },
    { key: '', values: {}, body: undefined },
  )
  expect(url).toBe('/api/v1/contacts')
  expect(init).toEqual({ method: 'GET', headers: new Headers() })
})
