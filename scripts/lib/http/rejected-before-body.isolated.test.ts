import { Agent, request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApiKey, anOrganization } from '@/server/testing/factories/basics'
import { type RestServer, startRestServer } from '@/server/testing/servers/rest-server'
import { parseTrustedProxies } from './client-ip-address.mjs'
import { createRequestPipeline } from './request-pipeline.mjs'

const ROUNDS = 8

let server: RestServer
beforeAll(async () => {
  const options = { trusted: parseTrustedProxies(''), baseUrl: 'http://localhost:3000' }
  server = await startRestServer((serve) => createRequestPipeline(options, serve))
})
afterAll(() => server.close())

it('401: rejecting a request before its body of 300 kB arrived does not fail the next request of the client', async () => {
  const { key } = await anApiKey(await anOrganization(), ['contacts:read'])
  const dispatcher = new Agent({ connections: 1, pipelining: 1 })
  const body = JSON.stringify({ x: 'a'.repeat(300_000) })
  const outcomes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const headers = { 'X-API-Key': 'cfs_nope', 'Content-Type': 'application/json' }
    const refused = await request(`${server.url}/api/v1/contacts`, { method: 'POST', dispatcher, headers, body })
    await refused.body.dump()
    const next = await request(`${server.url}/api/v1/contacts?limit=1`, { dispatcher, headers: { 'X-API-Key': key } })
    await next.body.dump()
    outcomes.push(refused.statusCode, next.statusCode)
  }
  expect(outcomes).toEqual(Array.from({ length: ROUNDS }, () => [401, 200]).flat())
  await dispatcher.close()
})
