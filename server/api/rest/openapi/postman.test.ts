import { expect, it } from 'vitest'
import { getOpenApiDocument, handlePostmanCollection } from './openapi'
import type { PostmanCollection } from './postman'

const collection = (await handlePostmanCollection().json()) as PostmanCollection
const requests = collection.item.flatMap((folder) => folder.item.map(({ request }) => request))

it('the Postman collection has a request for each operation of the OpenAPI document', () => {
  const operations = Object.entries(getOpenApiDocument().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} {{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(requests.map(({ method, url }) => `${method} ${url.raw}`).sort()).toEqual(operations.sort())
})

it('each POST of the Postman collection has a new Idempotency-Key at each click, and no other request has one', () => {
  for (const { method, header } of requests) {
    const keys = header.filter(({ key }) => key === 'Idempotency-Key').map(({ value }) => value)
    expect([method, ...keys]).toEqual(method === 'POST' ? ['POST', '{{$guid}}'] : [method])
  }
})

it('the Postman collection sends the first example of each body, ids in the path, and no optional query parameter', () => {
  const create = requests.find(({ method, url }) => method === 'POST' && url.raw === '{{baseUrl}}/contacts')
  expect(JSON.parse(create?.body?.raw ?? '')).toMatchObject({ email: 'ada@example.com', firstName: 'Ada' })
  expect(create?.header).toContainEqual({ key: 'Content-Type', value: 'application/json' })
  const get = requests.find(({ method, url }) => method === 'GET' && url.raw === '{{baseUrl}}/contacts/:id')
  expect(get?.url.variable).toEqual([
    { key: 'id', value: '0199b7d6-5b2a-7c3e-9f10-2a6b1c4d8e57', description: 'The id of the contact.' },
  ])
  const query = requests.flatMap(({ url }) => url.query)
  expect(query.length).toBeGreaterThan(20)
  expect(query.filter(({ disabled }) => !disabled)).toEqual([])
})

it('the Postman collection authenticates with the API key of its variable', () => {
  const { type, apikey } = collection.auth
  expect([type, ...apikey.map(({ key, value }) => `${key} ${value}`)]).toEqual([
    'apikey',
    'key X-API-Key',
    'value {{apiKey}}',
    'in header',
  ])
  expect(collection.variable.map(({ key }) => key)).toEqual(['baseUrl', 'apiKey'])
})
