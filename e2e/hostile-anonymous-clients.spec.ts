import { randomInt } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { networkInterfaces } from 'node:os'
import path from 'node:path'
import { createApiClient, expect, test } from './fixtures'
import { HttpBrowser } from './http-browser'
import { type SeparateService, startSeparateService } from './separate-service'

/* Attacks by unauthenticated clients on the built product: no lasting effect, and none on other users. */

const PORT = 3216
let service: SeparateService
let key: string

test.beforeAll(async () => {
  test.setTimeout(180_000)
  service = await startSeparateService({ port: PORT })
  key = await new HttpBrowser(service.baseUrl).signUpAndCreateApiKey('owner@example.com')
})
test.afterAll(() => service.stop())

type RawResponse = { status: number; headers: Record<string, unknown>; body: string }

/** Sends a raw request, including ones that browsers and fetch would reject. */
function send(
  method: string,
  target: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: Buffer } = {},
): Promise<RawResponse> {
  let isAnswered = false
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port: PORT, method, path: target, headers, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        const end = () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: text,
          })
        answer.on('end', end).on('error', end)
      },
    )
    // An early rejection may close the connection while the client is still sending.
    sent.on('error', (error) => (isAnswered ? undefined : reject(error)))
    sent.end(body)
  })
}

const signature = () => `t=${Math.floor(Date.now() / 1000)}&s=${'ab'.repeat(32)}`
const anAddress = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join('.')

test('refuses request bodies of 40 MiB on public and authenticated endpoints with 4xx while serving other requests', async () => {
  const body = Buffer.from(`[${'[],'.repeat(14_000_000)}[]]`)
  const type = { 'content-type': 'application/json' }
  const endpoints: [string, Record<string, string>][] = [
    ['/api/auth/callback/credentials', type],
    ['/api/auth/signin/credentials', type],
    ['/api/auth/sign-up', { ...type, 'sec-fetch-site': 'same-origin' }],
    ['/api/inngest', type],
    ['/api/inngest', { ...type, 'x-inngest-signature': signature() }],
    ['/api/trpc/contacts.create', { ...type, 'sec-fetch-site': 'same-origin' }],
    ['/api/v1/contacts', type],
    ['/api/v1/contacts', { ...type, 'x-api-key': key }],
    [`/s/${'a'.repeat(43)}`, { 'content-type': 'application/x-www-form-urlencoded' }],
    [`/u/${'a'.repeat(43)}`, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['/sign-in', type],
    ['/no-such-page', type],
  ]
  for (const [endpoint, headers] of endpoints) {
    const attack = send('POST', endpoint, { headers, body })
    const others = await createApiClient(service.baseUrl, key)('GET /contacts')
    const { status } = await attack
    expect([endpoint, status >= 400 && status < 500, others.status]).toEqual([endpoint, true, 200])
  }
  expect((await send('GET', '/api/health')).status).toBe(200)
})

test('answers 401 to Inngest calls with a missing, malformed or expired signature without reading the body', async () => {
  const old = `t=${Math.floor(Date.now() / 1000) - 600}&s=${'ab'.repeat(32)}`
  for (const signatureHeader of [undefined, '', 'x', 't=1', `t=${'9'.repeat(30)}&s=${'ab'.repeat(32)}`, old])
    for (const method of ['GET', 'POST', 'PUT']) {
      const headers = {
        'content-length': '1000000000',
        ...(signatureHeader === undefined ? {} : { 'x-inngest-signature': signatureHeader }),
      }
      const { status } = await send(method, '/api/inngest', { headers })
      expect([signatureHeader, method, status]).toEqual([signatureHeader, method, 401])
    }
})

test('answers 401 to ten invalid Inngest signatures in a minute and 429 to further ones', async () => {
  const statuses = []
  for (let round = 0; round < 14; round += 1) {
    const headers = { 'x-inngest-signature': signature(), 'content-type': 'application/json' }
    statuses.push((await send('POST', '/api/inngest?fnId=x&stepId=step', { headers, body: Buffer.from('{}') })).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
  // Signed requests still pass, so the jobs continue.
  expect((await send('GET', '/api/health')).status).toBe(200)
})

test('ignores a spoofed X-Forwarded-For when it limits invalid API keys and sign-ups', async () => {
  const guess = () =>
    send('GET', '/api/v1/contacts', {
      headers: { 'x-api-key': `cfs_${'a'.repeat(43)}`, 'x-forwarded-for': anAddress() },
    })
  const guesses = []
  for (let round = 0; round < 80; round += 1) guesses.push((await guess()).status)
  expect(new Set(guesses)).toEqual(new Set([401, 429]))
  expect(guesses.filter((status) => status === 401)).toHaveLength(60)

  const signUp = async (round: number) => {
    const account = {
      name: 'Ada',
      email: `ada-${round}@example.com`,
      password: 'a long enough one',
      organizationName: 'X',
    }
    const headers = {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': anAddress(),
    }
    return (await send('POST', '/api/auth/sign-up', { headers, body: Buffer.from(JSON.stringify(account)) })).status
  }
  const signUps = []
  for (let round = 0; round < 24; round += 1) signUps.push(await signUp(round))
  expect(signUps.filter((status) => status === 201).length).toBeLessThanOrEqual(20)
  expect(signUps.at(-1)).toBe(429)
})

test('logs refused requests once per address and time window, not once per request', async () => {
  const log = path.join(service.dataDir, 'service.log')
  const before = statSync(log).size
  for (let round = 0; round < 50; round += 1) {
    await send('GET', '/api/v1/contacts', { headers: { 'x-api-key': `cfs_${'b'.repeat(43)}` } })
    await send('POST', '/api/inngest', { headers: { 'x-inngest-signature': signature() }, body: Buffer.from('{}') })
    await send('GET', '/api/auth/callback/unknown')
  }
  const written = readFileSync(log).subarray(before).toString()
  expect(written.split('\n').length).toBeLessThan(20)
})

test('repeats a spoofed Host header in no response header or body', async () => {
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }
  for (const target of [
    '/',
    '/contacts',
    '/contacts/',
    '/sign-in',
    '/api',
    '/api/v1/openapi.json',
    '/api/auth/signin',
    '/api/auth/providers',
    '/api/auth/csrf',
  ]) {
    const { headers: responseHeaders, body } = await send('GET', target, { headers })
    expect([target, JSON.stringify(responseHeaders).includes('evil.example'), body.includes('evil.example')]).toEqual([
      target,
      false,
      false,
    ])
  }
})

test('the service listens on the loopback interface only', async () => {
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
  for (const { address } of outside)
    await expect(fetch(`http://${address}:${PORT}/api/health`, { signal: AbortSignal.timeout(5000) })).rejects.toThrow()
  expect((await fetch(`http://127.0.0.1:${PORT}/api/health`)).status).toBe(200)
})

test('answers requests that offer a protocol upgrade like any other request', async () => {
  const offer = { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQCAAAAAAIAAAAA' }
  for (const target of ['/api/health', '/api/v1/contacts', '/sign-in', '/api/health']) {
    const { status } = await send('GET', target, { headers: offer })
    expect(status, target).toBe(target === '/api/v1/contacts' ? 401 : 200)
  }
  const websocket = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Key': 'x',
    'Sec-WebSocket-Version': '13',
  }
  expect((await send('GET', '/api/health', { headers: websocket })).status).toBe(200)
})

test('answers 431 with the error envelope to a request whose headers are too large', async () => {
  const large = await send('GET', '/api/health', { headers: { 'X-Large': 'x'.repeat(20_000) } })
  expect([large.status, JSON.parse(large.body).error.code]).toEqual([431, 'PAYLOAD_TOO_LARGE'])
})

test('sends the security headers with every response and, under /api, a request id and the error envelope', async () => {
  for (const [method, target, status] of [
    ['GET', '/sign-in', 200],
    ['GET', '/no-such-page', 404],
    ['GET', '/api/health', 200],
    ['GET', '/api/v1/openapi.json', 200],
    ['GET', '/api/v1/contacts', 401],
    ['GET', '/api/v2/contacts', 404],
    ['GET', '/api/no/such/path', 404],
    ['POST', '/api/settings/webhooks', 405],
    ['POST', '/api/v1/openapi.json', 405],
    ['DELETE', '/api/health', 405],
    ['TRACE', '/api/health', 405],
    ['TRACE', '/sign-in', 405],
    ['POST', '/contacts', 405],
    ['GET', `/s/${'a'.repeat(43)}`, 404],
    ['GET', '/s/%ff', 404],
    ['GET', '/contacts/%ff', 404],
    ['GET', '/icon.svg', 200],
  ] as const) {
    const { status: actual, headers, body } = await send(method, target)
    const facts = {
      target,
      status: actual,
      nosniff: headers['x-content-type-options'],
      opener: headers['cross-origin-opener-policy'],
    }
    const opener = target.startsWith('/s/') ? 'unsafe-none' : 'same-origin'
    if (target !== '/contacts/%ff') expect(facts).toEqual({ target, status, nosniff: 'nosniff', opener })
    expect([target, typeof headers['referrer-policy'], typeof headers['permissions-policy']]).toEqual([
      target,
      'string',
      'string',
    ])
    if (!target.startsWith('/api')) continue
    expect([target, /^[\da-f-]{36}$/.test(String(headers['x-request-id']))]).toEqual([target, true])
    if (actual >= 400)
      expect(JSON.parse(body)).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
    if (actual === 405) expect(headers.allow).toMatch(/^[A-Z, ]+$/)
  }
})

test('answers API requests with a malformed id, a trailing slash or an unknown method by 400, 404 or 405', async () => {
  const headers = { 'x-api-key': key }
  for (const [method, target, status, code] of [
    ['GET', '/api/v1/contacts/%ff', 400, 'VALIDATION_ERROR'],
    ['GET', '/api/v1/contacts/%zz', 400, 'VALIDATION_ERROR'],
    ['GET', '/api/v1/%ff', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/contacts/', 404, 'NOT_FOUND'],
    ['TRACE', '/api/v1/contacts', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', '/api/v1/contacts', 405, 'METHOD_NOT_ALLOWED'],
  ] as const) {
    const answer = await send(method, target, { headers })
    expect([target, answer.status, JSON.parse(answer.body).error.code]).toEqual([target, status, code])
    if (status === 405)
      expect([answer.headers.allow, answer.body]).toEqual([
        'GET, HEAD, POST',
        expect.stringContaining(`${method} is not`),
      ])
  }
})
