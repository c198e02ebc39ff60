import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anotherAuthority, certificateFor, selfSignedFor } from '../testing/servers/certificates'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { aReceiver, type Receiver, type Reply } from '../testing/servers/receiver'
import { BODY_MAX_BYTES, type DialResult, dial } from './dial'
import { parseNetworks } from './networks'

/*
 * Real TLS, real DNS and the real ten-second timeout. All calls start concurrently, so the matrix takes little longer than its slowest
 * call. 127.0.0.1 acts as a public receiver; every other private address stays refused.
 */

const HOST = 'receiver.example'
const allowed = parseNetworks(['127.0.0.1/32'])

let names: NameServer
let receiver: Receiver
const closing: (() => unknown)[] = []
const results = new Map<string, Promise<DialResult>>()

type Call = { url?: string; body?: string; headers?: Record<string, string>; allowed?: typeof allowed }

function call(title: string, url: string, options: Call = {}): void {
  results.set(
    title,
    dial(
      { url, headers: { 'Content-Type': 'application/json', ...options.headers }, body: options.body ?? '[]' },
      { ...names, authorities: receiver.authorities, allowed: options.allowed ?? allowed },
    ),
  )
}

const BLOCKED = /^ADDRESS_BLOCKED$/

/** Maximum timer delay so far, in ms. On a loaded machine a deadline ends a call this much later. */
let latenessMs = 0
const TICK_MS = 50
let tickedAt = performance.now()
const ticking = setInterval(() => {
  latenessMs = Math.max(latenessMs, performance.now() - tickedAt - TICK_MS)
  tickedAt = performance.now()
}, TICK_MS)
afterAll(() => clearInterval(ticking))

const none = parseNetworks([])

const ANSWERS: Record<string, { reply: Reply; expected: Expected }> = {
  ...Object.fromEntries(
    [200, 201, 202, 204, 299].map((status) => [`status ${status}`, { reply: status, expected: { status, ok: true } }]),
  ),
  ...Object.fromEntries(
    [400, 401, 404, 429, 500, 502, 503].map((status) => [
      `status ${status}`,
      { reply: status, expected: { status, error: /^HTTP_STATUS$/ } },
    ]),
  ),
  'status 300': { reply: 300, expected: { status: 300, error: /^REDIRECT$/ } },
  'status 410': { reply: 410, expected: { status: 410, error: /^GONE$/ } },
  ...Object.fromEntries(
    [301, 302, 304, 307].map((status) => [
      `status ${status}, not followed`,
      {
        reply: { status, headers: { Location: '/internal' } },
        expected: { status, error: /^REDIRECT$/ },
      },
    ]),
  ),
  'a hang without headers': { reply: () => undefined, expected: { error: /^TIMEOUT$/, seconds: 10 } },
  'a 200 after 10.5 s': { reply: { status: 200, afterMs: 10_500 }, expected: { error: /^TIMEOUT$/, seconds: 10 } },
  'a 200 after 4 s': { reply: { status: 200, afterMs: 4000 }, expected: { status: 200, ok: true } },
  'headers that drip': {
    reply: raw((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Slow: 1\r\n')),
    expected: { error: /^TIMEOUT$/, seconds: 10 },
  },
  'endless early hints': {
    reply: raw((socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')),
    expected: { error: /^TIMEOUT$/, seconds: 10 },
  },
  'an unasked 100 Continue before a 200': {
    reply: raw((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    expected: { status: 200, ok: true, body: /^ok$/ },
  },
  'a 100 Continue before a 410': {
    reply: raw((socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n')),
    expected: { status: 410, error: /^GONE$/ },
  },
  'early hints before a 200': {
    reply: raw((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    ),
    expected: { status: 200, ok: true, body: /^ok$/ },
  },
  'a switch of protocols': {
    reply: raw((socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n')),
    expected: { error: /^(NOT_HTTP|CONNECTION_CLOSED)$/ },
  },
  'a 200 whose body drips': {
    reply: raw((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', 'x')),
    expected: { status: 200, ok: true, body: /^x+$/ },
  },
  'a 200 whose body stalls': {
    reply: raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nabc')),
    expected: { status: 200, ok: true, body: /^abc$/ },
  },
  'a 200 whose body never ends': {
    reply: (_request, response) => {
      const more = () => response.destroyed || (response.write('y'.repeat(65_536)) ? setImmediate(more) : undefined)
      response.on('drain', more)
      more()
    },
    expected: { status: 200, ok: true, body: new RegExp(`^y{${BODY_MAX_BYTES}}$`) },
  },
  'a 500 whose body never ends': {
    reply: raw((socket) => drip(socket, 'HTTP/1.1 500 Oops\r\n\r\n', 'z'.repeat(9000))),
    expected: { status: 500, error: /^HTTP_STATUS$/ },
  },
  'a gzip bomb': {
    reply: {
      status: 200,
      headers: { 'Content-Encoding': 'gzip' },
      body: gzipSync(Buffer.alloc(50_000_000)),
    },
    expected: { status: 200, ok: true },
  },
  'NULs in the body': {
    reply: { status: 500, body: 'a\u0000b' },
    expected: { status: 500, body: /^a\ufffdb$/, error: /^HTTP_STATUS$/ },
  },
  'a header of 64 KB': {
    reply: raw((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(65_536)}\r\n\r\n`)),
    expected: { error: /^HEADERS_TOO_LARGE$/ },
  },
  '3000 headers': {
    reply: raw((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\n${Array.from({ length: 3000 }, (_, i) => `X-${i}: ${i}`).join('\r\n')}\r\n\r\n`),
    ),
    expected: { error: /^HEADERS_TOO_LARGE$/ },
  },
  'a reset after the request': {
    reply: (request) => request.socket.destroy(new Error('reset')),
    expected: { error: /^CONNECTION_CLOSED$/ },
  },
  'a close before the answer': {
    reply: raw((socket) => socket.end()),
    expected: { error: /^CONNECTION_CLOSED$/ },
  },
  'something that is not HTTP': {
    reply: raw((socket) => socket.end('220 mail.example ESMTP\r\n')),
    expected: { error: /^NOT_HTTP$/ },
  },
  '101 Switching Protocols': {
    reply: raw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ),
    expected: { error: /^(NOT_HTTP|CONNECTION_CLOSED|FAILED)$/ },
  },
  'two lengths': {
    reply: raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc')),
    expected: { error: /^NOT_HTTP$/ },
  },
}

type Expected = { ok?: true; status?: number; error?: RegExp; body?: RegExp; seconds?: number }

function raw(answer: (socket: TLSSocket) => unknown): Reply {
  return (request) => void answer(request.socket as TLSSocket)
}

function drip(socket: Socket, first: string, then: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.writable && socket.write(then), 100)
  socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer))
}

async function aTcpServer(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onSocket).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const EXPECTED: Record<string, Expected> = {}

function expecting(title: string, url: string, expected: Expected, options: Call = {}): void {
  EXPECTED[title] = expected
  call(title, url, options)
}

const matching = (pattern: RegExp | undefined) => pattern && expect.stringMatching(pattern)

beforeAll(async () => {
  names = await aNameServer()
  receiver = await aReceiver({ hosts: [HOST, 'dual.example', 'many.example', 'slow.example', '127.0.0.1'] })
  const { port } = receiver
  const byPath = new Map(Object.values(ANSWERS).map(({ reply }, index) => [`/${index}`, reply]))
  receiver.script((request, response) => {
    const reply = byPath.get(request.url ?? '') ?? 200
    if (typeof reply === 'function') return reply(request, response)
    const { status, headers = {}, body = '', afterMs = 0 } = typeof reply === 'number' ? { status: reply } : reply
    setTimeout(() => response.writeHead(status, headers).end(body), afterMs)
  })

  names.set(HOST, ['127.0.0.1'])
  for (const [index, [title, { expected }]] of Object.entries(ANSWERS).entries())
    expecting(title, receiver.url(`/${index}`), expected)

  for (const literal of ['127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '127.0.0.1', 'localhost.', 'localhost'])
    expecting(`https://${literal}`, `https://${literal}:${port}/`, { error: BLOCKED }, { allowed: none })
  expecting('the literal 127.0.0.2', `https://127.0.0.2:${port}/`, { error: BLOCKED })
  expecting('a user name', `https://user:pw@${HOST}:${port}/`, { error: /^URL_REFUSED$/ })
  expecting('plain http', `http://${HOST}:${port}/`, { error: /^URL_REFUSED$/ })

  const blocked: Record<string, string[]> = {
    'a name that leads to 127.0.0.2': ['127.0.0.2'],
    'a name that leads to 169.254.169.254': ['169.254.169.254'],
    'a name with one address in 10/8 among good ones': ['127.0.0.1', '10.0.0.1'],
    'a name with a good A and a ULA AAAA': ['127.0.0.1', 'fd00::1'],
    'a name with an IPv4-mapped AAAA': ['127.0.0.1', '::ffff:127.0.0.2'],
  }
  for (const [index, [title, addresses]] of Object.entries(blocked).entries()) {
    names.set(`blocked${index}.example`, addresses)
    expecting(title, `https://blocked${index}.example:${port}/blocked`, { error: BLOCKED })
  }
  names.set('servfail.example', 'SERVFAIL')
  names.set('silent.example', 'silence')
  names.set('empty.example', [])
  expecting('NXDOMAIN', `https://missing.example:${port}/`, { error: /^DNS_NOT_FOUND$/ })
  expecting('SERVFAIL', `https://servfail.example:${port}/`, { error: /^DNS_NO_ANSWER$/ })
  expecting('DNS that drops packets', `https://silent.example:${port}/`, { error: /^DNS_NO_ANSWER$/, seconds: 3 })
  expecting('a name without addresses', `https://empty.example:${port}/`, { error: /^DNS_NOT_FOUND$/ })

  names.set(
    'many.example',
    Array.from({ length: 25 }, () => '127.0.0.1'),
  )
  expecting('25 addresses', `https://many.example:${port}/`, { ok: true, status: 200 })
  names.set('dual.example', ['::1', '127.0.0.1'])
  expecting(
    'two families of which only one listens',
    `https://dual.example:${port}/`,
    { ok: true, status: 200 },
    { allowed: parseNetworks(['127.0.0.1/32', '::1/128']) },
  )
  expecting('an address literal with its certificate', `https://127.0.0.1:${port}/`, { ok: true, status: 200 })
  expecting('a query', receiver.url('/query?a=1&b=%20'), { ok: true })

  await startOtherServers()
})

async function startOtherServers(): Promise<void> {
  const refused = await aTcpServer(() => undefined)
  closing.splice(-1).forEach((close) => close())
  expecting('a refused connection', `https://${HOST}:${refused}/`, { error: /^CONNECTION_REFUSED$/ })
  const mute = await aTcpServer(() => undefined)
  expecting('TCP without TLS', `https://${HOST}:${mute}/`, { error: /^TIMEOUT$/, seconds: 10 })
  names.set('slow.example', ['127.0.0.1'], 2000)
  expecting('2 s of DNS, then TCP without TLS', `https://slow.example:${mute}/`, { error: /^TIMEOUT$/, seconds: 10 })
  const plain = await aTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expecting('plain HTTP on the port', `https://${HOST}:${plain}/`, { error: /^TLS_FAILED$/ })

  const withTls = async (title: string, expected: Expected, options: Parameters<typeof aReceiver>[0]) => {
    const server = await aReceiver({ hosts: [HOST], ...options })
    closing.push(server.close)
    expecting(title, server.url('/'), expected)
  }
  const untrusted = /^TLS_UNTRUSTED$/
  await withTls('a self-signed certificate', { error: untrusted }, { certificate: await selfSignedFor(HOST) })
  await withTls(
    'an unknown authority',
    { error: untrusted },
    { certificate: await certificateFor([HOST], { ca: await anotherAuthority() }) },
  )
  await withTls(
    'a certificate for another host',
    { error: /^TLS_WRONG_HOST$/ },
    { certificate: await certificateFor(['other.example']) },
  )
  await withTls(
    'an expired certificate',
    { error: /^TLS_EXPIRED$/ },
    { certificate: await certificateFor([HOST], { days: [-9, -2] }) },
  )
  await withTls(
    'TLS 1.1 only',
    { error: /^TLS_FAILED$/ },
    { tls: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } },
  )
}

afterAll(async () => {
  await Promise.allSettled(results.values())
  await receiver.close()
  for (const close of closing) await close()
  names.close()
})

describe('dial', () => {
  const titles = [
    ...Object.keys(ANSWERS),
    'https://127.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'https://127.0.0.1',
    'https://localhost.',
    'https://localhost',
    'the literal 127.0.0.2',
    'a user name',
    'plain http',
    'a name that leads to 127.0.0.2',
    'a name that leads to 169.254.169.254',
    'a name with one address in 10/8 among good ones',
    'a name with a good A and a ULA AAAA',
    'a name with an IPv4-mapped AAAA',
    'NXDOMAIN',
    'SERVFAIL',
    'DNS that drops packets',
    'a name without addresses',
    '25 addresses',
    'two families of which only one listens',
    'an address literal with its certificate',
    'a refused connection',
    'TCP without TLS',
    '2 s of DNS, then TCP without TLS',
    'plain HTTP on the port',
    'a self-signed certificate',
    'an unknown authority',
    'a certificate for another host',
    'an expired certificate',
    'TLS 1.1 only',
  ]
  it.each(titles)('dial returns the expected result for %s', async (title) => {
    const { ok, status, error, body, durationMs = 0 } = (await results.get(title)) ?? {}
    const expected = EXPECTED[title] ?? {}
    const { seconds = 0 } = expected
    const latestMs = seconds * 1000 + 1500 + latenessMs
    const isInTime = seconds === 0 || (durationMs > seconds * 1000 - 100 && durationMs < latestMs)
    expect({ ok, status, error, body: expected.body && body, isInTime }).toEqual({
      ok: expected.ok ?? false,
      status: expected.status,
      error: matching(expected.error),
      body: matching(expected.body),
      isInTime: true,
    })
  })

  it('dial sends no request to a blocked address and follows no redirect', async () => {
    await Promise.all(results.values())
    const paths = receiver.requests.map(({ path }) => path)
    expect(paths).not.toContain('/blocked')
    expect(paths).not.toContain('/internal')
  })

  it('dial sends body, query and headers unchanged and the content length in bytes', async () => {
    const body = '["é – 漢字"]'
    await dial(
      { url: receiver.url('/exact?a=1&b=%20'), headers: { 'X-Service-Event': 'new_contact' }, body },
      { ...names, authorities: receiver.authorities, allowed },
    )
    const got = receiver.requests.find(({ path }) => path === '/exact?a=1&b=%20')
    expect(got?.method).toBe('POST')
    expect(got?.body.toString('utf8')).toBe(body)
    expect(got?.headers).toMatchObject({
      host: `${HOST}:${receiver.port}`,
      'content-length': String(Buffer.byteLength(body)),
      'x-service-event': 'new_contact',
      connection: 'close',
    })
  })

  it('dial resolves a name once per call and refuses it once it leads to a private address', async () => {
    names.set('rebinding.example', ['127.0.0.1'])
    const own = await aReceiver({ hosts: ['rebinding.example'] })
    const options = { ...names, authorities: own.authorities, allowed }
    const first = dial({ url: own.url('/'), headers: {}, body: '[]' }, options)
    await own.until((requests) => requests.length === 1)
    names.set('rebinding.example', ['10.0.0.1'])
    expect((await first).ok).toBe(true)
    expect(names.questionsFor('rebinding.example')).toBe(2)
    expect((await dial({ url: own.url('/'), headers: {}, body: '[]' }, options)).error).toMatch(BLOCKED)
    expect(own.requests).toHaveLength(1)
    await own.close()
  })

  it('dial gives each of 200 concurrent calls its own result, half of them blocked', async () => {
    names.set('bad.example', ['192.168.1.1'])
    const options = { ...names, authorities: receiver.authorities, allowed }
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        dial(
          { url: index % 2 ? receiver.url('/many') : `https://bad.example:${receiver.port}/`, headers: {}, body: '[]' },
          options,
        ),
      ),
    )
    const verdicts = all.map(({ ok, error }) => (ok ? 'ok' : error?.split(':')[0]))
    expect(verdicts).toEqual(Array.from({ length: 200 }, (_, index) => (index % 2 ? 'ok' : 'ADDRESS_BLOCKED')))
  })
})
