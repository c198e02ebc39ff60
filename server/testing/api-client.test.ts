import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApiKey, anOrganization } from './factories'
import { type RestServer, startRestServer } from './rest-server'

let server: RestServer
beforeAll(async () => {
  server = await startRestServer()
})
afterAll(() => server.close())

it('serves the API and its document over a socket', async () => {
  const { key } = await anApiKey(await anOrganization(), ['contacts:write'])
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ email: 'ada@example.com', firstName: 'Ada' })

  const created = await fetch(`${server.url}/api/v1/contacts`, { method: 'POST', headers, body })
  const document = await fetch(`${server.url}/api/v1/openapi.json`)

  expect(created.status).toBe(201)
  expect(await created.json()).toMatchObject({ data: { email: 'ada@example.com' } })
  expect(await document.json()).toMatchObject({ openapi: '3.1.0' })
})
