import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  Agent,
  createServer,
  get,
  type IncomingMessage,
  request as post,
  type RequestListener,
  type ServerResponse,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { recognise, recogniseEngine } from '@/server/throttle/recognition.mjs'
import { parseTrustedProxies } from './client-address.mjs'
import { ConcurrencyLimits } from './concurrency-limits.mjs'
import { answerClientError, frontDoor, readablePath } from './front-door.mjs'

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

/** The door in front of this, on a free port. */
async function door(
  handle: Handle,
  { trusted = '', baseUrl = 'http://localhost:3000', limits = new ConcurrencyLimits(), timeouts = {} } = {},
): Promise<number> {
  const listener = frontDoor({ trusted: parseTrustedProxies(trusted), baseUrl, limits }, handle) as RequestListener
  const server = createServer(timeouts, listener).on('clientError', answerClientError).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** What is behind the door, as an echo of what it sees. */
const echo: Handle = async (request, response) => {
  const { method, url, headers } = request
  response.setHeader('Content-Type', 'application/json')
  response.end(JSON.stringify({ method, url, headers }))
}

function talk(port: number, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', (error) => (answer === '' ? reject(error) : resolve(answer)))
  })
}

const ask = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: feedback.example.com', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
const seen = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

describe('client address', () => {
  const claims = ['X-Forwarded-For: 198.51.100.9', 'X-Real-IP: 198.51.100.8', 'Forwarded: for=198.51.100.7']
  const hosts = ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: https', 'X-Vercel-Forwarded-For: 198.51.100.6']

  it('takes the client address from the connection and drops forwarded headers when no proxy is trusted', async () => {
    const { headers } = seen(await talk(await door(echo), ask('GET /', ...claims, ...hosts)))
    expect(headers).toEqual({ host: 'feedback.example.com', connection: 'close', 'x-forwarded-for': '127.0.0.1' })
  })

  it('takes the client address from a trusted proxy’s X-Forwarded-For and drops the other forwarded headers', async () => {
    for (const trusted of ['1', '127.0.0.0/8']) {
      const port = await door(echo, { trusted })
      const { headers } = seen(await talk(port, ask('GET /', ...claims, ...hosts)))
      expect(headers['x-forwarded-for']).toBe('198.51.100.9')
      expect(Object.keys(headers)).toHaveLength(3)
    }
  })
})

describe('request targets and methods', () => {
  it.each([
    ['/api/v1/contacts/%ff', '/api/v1/contacts/%25ff'],
    ['/api/v1/contacts/%zz?search=%ff', '/api/v1/contacts/%25zz?search=%ff'],
    ['/contacts/%E0%A4%A', '/contacts/%25E0%25A4%25A'],
    ['/contacts/%20x', '/contacts/%20x'],
    ['http://evil.example/api/v1/contacts?page=2', '/api/v1/contacts?page=2'],
    ['*', '/'],
    ['/', '/'],
  ])('passes the request target %s on as %s', (target, path) => {
    expect(readablePath(target)).toBe(path)
  })

  it('passes an unsupported method to the API as OPTIONS with its name, and answers 405 elsewhere', async () => {
    const port = await door(echo)
    expect(seen(await talk(port, ask('TRACE /api/v1/contacts')))).toMatchObject({
      method: 'OPTIONS',
      headers: { 'x-foreign-method': 'TRACE' },
    })
    expect(await talk(port, ask('TRACE /contacts'))).toMatch(/^HTTP\/1\.1 405 [^]*allow: GET, HEAD\r\n/i)
    expect(seen(await talk(port, ask('GET /api', 'X-Foreign-Method: TRACE'))).headers).not.toHaveProperty(
      'x-foreign-method',
    )
  })
})

describe('responses', () => {
  it('adds the security headers to every response without overriding those of its route', async () => {
    const port = await door(
      async (request, response) => {
        if (request.url === '/own') response.setHeader('Referrer-Policy', 'no-referrer')
        response.writeHead(request.url === '/own' ? 200 : 404).end()
      },
      { baseUrl: 'https://feedback.example.com' },
    )
    const own = (await talk(port, ask('GET /own'))).toLowerCase()
    expect(own.match(/referrer-policy: .*/g)).toEqual(['referrer-policy: no-referrer'])
    const other = (await talk(port, ask('GET /other'))).toLowerCase()
    for (const header of [
      'referrer-policy: strict-origin-when-cross-origin',
      'x-content-type-options: nosniff',
      'cross-origin-opener-policy: same-origin',
      'permissions-policy: camera=()',
      'strict-transport-security: max-age=63072000',
    ])
      expect(other).toContain(header)
  })

  it('sends no Strict-Transport-Security when the base URL is HTTP', async () => {
    expect((await talk(await door(echo), ask('GET /'))).toLowerCase()).not.toContain('strict-transport-security')
  })

  it('closes the connection after the response when a refused request body never ends', async () => {
    const port = await door(async (_request, response) => {
      response.writeHead(413).end('too large')
    })
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write('POST /api/auth/callback HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n')
        const more = setInterval(() => socket.write(`10000\r\n${'['.repeat(65_536)}\r\n`), 20)
        let said = ''
        socket.on('data', (part) => {
          said += part.toString()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => {
          clearInterval(more)
          resolve(said)
        })
      })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*too large/)
  })

  it('keeps no connection whose request body had not arrived when it was answered: the next request is not lost', async () => {
    const port = await door(async (request, response) => {
      if (request.url === '/refused') return void response.writeHead(401).end('{}')
      request.resume().on('end', () => response.end('accepted'))
    })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    closers.push(() => agent.destroy())
    for (let n = 0; n < 5; n += 1) {
      // As a busy machine receives it: the headers first, and the body after it has answered.
      const refused = post({ port, agent, path: '/refused', method: 'POST', headers: { 'Content-Length': 10 } })
      refused.flushHeaders()
      const [answer] = (await once(refused, 'response')) as [IncomingMessage]
      expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close'])
      refused.on('error', () => undefined).end('0123456789')
      await once(answer.resume(), 'end')

      const next = post({ port, agent, path: '/next', method: 'POST' })
      next.end('x')
      const [accepted] = (await once(next, 'response')) as [IncomingMessage]
      expect([accepted.statusCode, accepted.headers.connection]).toEqual([200, 'keep-alive'])
      await once(accepted.resume(), 'end')
    }
  })

  it.each([
    [
      '431 Request Header Fields Too Large',
      'PAYLOAD_TOO_LARGE',
      `GET /api/health HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
    ['400 Bad Request', 'VALIDATION_ERROR', 'NOT HTTP\r\n\r\n'],
  ])('%s: a request that cannot be parsed is refused with the error envelope', async (status, code, request) => {
    const [head = '', body = ''] = (await talk(await door(echo), request)).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`)
    expect(head).toContain(`Content-Length: ${body.length}`)
    expect(JSON.parse(body)).toEqual({ error: { code, message: expect.any(String) } })
  })

  it('408 Request Timeout: a request whose headers never end is refused with the error envelope', async () => {
    const port = await door(echo, {
      timeouts: { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 },
    })
    const [head = '', body = ''] = (await talk(port, 'GET /api/health HTTP/1.1\r\nX: ')).split('\r\n\r\n')
    expect(head.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout')
    expect(JSON.parse(body).error.code).toBe('VALIDATION_ERROR')
  })

  it.each([
    ['//api/v1//contacts?a=//b?c', '/api/v1/contacts?a=//b?c'],
    ['/api/v1/contacts', '/api/v1/contacts'],
    ['//contacts', '//contacts'],
    ['/?next=//api/', '/?next=//api/'],
  ])('reads the path %s as %s: repeated slashes count once in the API', async (sent, read) => {
    expect(seen(await talk(await door(echo), ask(`GET ${sent}`))).url).toBe(read)
  })

  it('500: an error outside of a route reveals no details', async () => {
    const port = await door(() => Promise.reject(new Error('the secret of the house')))
    const answer = await talk(port, ask('GET /'))
    expect(answer).toMatch(/^HTTP\/1\.1 500 /)
    expect(answer).not.toContain('secret')
  })
})

describe('concurrency limits', () => {
  /** Answers when told to; what it has begun with, in order. */
  function aSlowHouse() {
    const begun: string[] = []
    const answers: (() => void)[] = []
    const handle: Handle = async ({ url = '' }, response) => {
      begun.push(url)
      answers.push(() => response.end())
    }
    return { begun, handle, answerAll: () => answers.splice(0).forEach((answer) => answer()) }
  }
  const key = randomUUID()
  const known = `X-API-Key: ${key}`
  const of = (begun: string[], path: string) => begun.filter((url) => url.startsWith(path)).length

  it('serves an organization, static files and jobs at once during a flood of anonymous requests', async () => {
    recognise((name) => (name === 'x-api-key' ? key : undefined), randomUUID())
    recogniseEngine('127.0.0.1')
    const { begun, handle, answerAll } = aSlowHouse()
    // A thread that is never idle.
    const limits = new ConcurrencyLimits(() => ({ active: performance.now(), idle: 0 }))
    const port = await door(handle, { limits })
    const strangers = Array.from({ length: 200 }, () => talk(port, ask('GET /s/link')))
    await expect.poll(() => of(begun, '/s/')).toBeGreaterThan(0)
    const before = of(begun, '/s/')
    const others = ['/api/v1/contacts', '/_next/static/a.js', '/api/inngest?fnId=a'].map((path) =>
      talk(port, ask(`GET ${path}`, known)),
    )
    // Less than a second, after which a request no longer counts as running.
    await expect.poll(() => begun.filter((url) => !url.startsWith('/s/')), { timeout: 600 }).toHaveLength(3)
    expect(before).toBeLessThan(200)
    await expect
      .poll(
        () => {
          answerAll()
          return of(begun, '/s/')
        },
        { interval: 10, timeout: 20_000 },
      )
      .toBe(200)
    answerAll()
    const answers = await Promise.all([...strangers, ...others])
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toHaveLength(203)
  })

  it('does not start the queued requests of clients that have disconnected', async () => {
    const { begun, handle, answerAll } = aSlowHouse()
    const port = await door(handle)
    // A running request stops counting after a second: enough clients that some are still queued on a slow machine.
    const gone = Array.from({ length: 600 }, () => connect(port, '127.0.0.1'))
    for (const socket of gone) socket.write(ask('GET /gone'))
    await expect.poll(() => begun.length).toBeGreaterThan(0)
    for (const socket of gone) socket.destroy()
    const stayed = talk(port, ask('GET /stayed'))
    await expect.poll(() => of(begun, '/stayed')).toBe(1)
    expect(of(begun, '/gone')).toBeLessThan(600)
    answerAll()
    expect(await stayed).toContain('200')
  })

  it('429: refuses a request with the error envelope when 1,000 requests are waiting', async () => {
    const { handle } = aSlowHouse()
    const port = await door(handle)
    const all = Array.from({ length: 1100 }, () => talk(port, ask('GET /s/flood')))
    const refused = await Promise.race(all)
    expect(refused).toMatch(/^HTTP\/1.1 429 /)
    expect(refused).toMatch(/retry-after: 5/i)
    expect(seen(refused)).toMatchObject({ error: { code: 'RATE_LIMIT_EXCEEDED', details: { retryAfter: 5 } } })
  })
})

it('does not retain the past requests of a keep-alive connection in memory', async () => {
  const requests: WeakRef<IncomingMessage>[] = []
  const port = await door(async (request, response) => {
    requests.push(new WeakRef(request))
    response.end()
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let n = 0; n < 40; n += 1) {
    const [answer] = (await once(get({ port, agent }), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
  }
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const kept = () => {
    collectGarbage()
    return requests.filter((request) => request.deref()).length
  }
  await expect.poll(kept).toBeLessThan(5)
  agent.destroy()
})
