import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { isEndpointHandler, METHODS } from '@/server/api/endpoint'
import { anApiKey, anOrganization } from '@/server/testing/factories/basics'
import { aSurveyRequest } from '@/server/testing/factories/responses'
import { aSession } from '@/server/testing/factories/sessions'

/* Every route handler in the app directory: none reads an unbounded body or accepts deeply nested JSON. */

type Handler = (request: Request, context: { params: Promise<Record<string, unknown>> }) => Promise<Response>

const APP = import.meta.dirname
const ROUTES = readdirSync(APP, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'route.ts')
  .map((file) => path.dirname(file))
  .sort()

/** Highest body limit of any route: that of a job call. */
const MAX_BYTES_OF_ANY_ROUTE = 4 * 1_048_576
const CHUNK = 65_536

/** Credentials for every endpoint, so that only the body can cause a refusal. */
let credentials: Record<string, string>
let token: string

beforeAll(async () => {
  const organizationId = await anOrganization()
  const [{ key }, { cookie }, survey] = await Promise.all([
    anApiKey(organizationId, ['admin']),
    aSession(organizationId),
    aSurveyRequest(organizationId),
  ])
  token = survey.token
  const signature = `t=${Math.floor(Date.now() / 1000)}&s=${'0'.repeat(64)}`
  credentials = { 'X-API-Key': key, cookie, 'sec-fetch-site': 'same-origin', 'x-inngest-signature': signature }
})

async function readHandlers(route: string): Promise<Record<string, unknown>> {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ path.join(APP, route, 'route.ts'))
  return Object.fromEntries(METHODS.map((method) => [method, exported[method]]))
}

function buildUrl(route: string): string {
  const parts = route.split('/').filter((part) => !part.startsWith('('))
  const filled = parts.map((part) => {
    if (part === '[[...path]]') return 'contacts'
    if (part === '[...nextauth]') return 'callback/credentials'
    return part.startsWith('[') ? token : part
  })
  return `http://localhost/${filled.join('/')}`
}

async function send(route: string, method: string, type: string, body: BodyInit): Promise<Response> {
  const handler = (await readHandlers(route))[method] as Handler
  const init: RequestInit & { duplex: 'half' } = {
    method,
    headers: { ...credentials, 'content-type': type },
    body,
    duplex: 'half',
  }
  const params = {
    token,
    id: token,
    slug: token,
    key: token,
    trpc: 'contacts.create',
    path: ['contacts'],
    nextauth: ['callback', 'credentials'],
  }
  return handler(new Request(buildUrl(route), init), { params: Promise.resolve(params) })
}

it('finds the route handlers of the app in the file tree', () => {
  expect(ROUTES.length).toBeGreaterThan(10)
  expect(ROUTES).toContain('api/inngest')
})

describe.each(ROUTES)('route %s', (route) => {
  it('the route exports a handler with a body limit for every HTTP method', async () => {
    for (const [method, handler] of Object.entries(await readHandlers(route)))
      expect([method, isEndpointHandler(handler)]).toEqual([method, true])
  })

  it.each(['application/json', 'application/x-www-form-urlencoded', 'application/octet-stream'])(
    'the route refuses an endless body of %s and reads no more than the size limit',
    async (type) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        let readBytes = 0
        const endless = new ReadableStream<Uint8Array>({
          pull(controller) {
            readBytes += CHUNK
            controller.enqueue(new TextEncoder().encode('['.repeat(CHUNK)))
          },
        })
        const { status } = await send(route, method, type, endless)
        expect({ method, status, isRefused: status >= 400 && status < 500 }).toMatchObject({ isRefused: true })
        expect(readBytes).toBeLessThanOrEqual(MAX_BYTES_OF_ANY_ROUTE + 4 * CHUNK)
      }
    },
  )

  it('the route refuses or ignores JSON that is nested 6,000 levels deep', async () => {
    for (const method of ['POST', 'PUT']) {
      const deep = `{"json":${'['.repeat(6000)}${']'.repeat(6000)}}`
      const { status } = await send(route, method, 'application/json', deep)
      // One-click unsubscribe accepts any body (RFC 8058) without reading it.
      const isAccepted = route.includes('/u/') && method === 'POST' && status === 200
      expect({ method, status, isRefused: isAccepted || (status >= 400 && status < 500) }).toMatchObject({
        isRefused: true,
      })
    }
  })

  it('405: the route answers an unsupported method with Allow and the error envelope', async () => {
    for (const method of ['PATCH', 'DELETE']) {
      const response = await send(route, method, 'application/json', '{}')
      if (response.status !== 405) continue
      expect(response.headers.get('allow')).toMatch(/^[A-Z, ]+$/)
      expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
      expect(await response.json()).toMatchObject({ error: { code: 'METHOD_NOT_ALLOWED' } })
    }
  })
})
