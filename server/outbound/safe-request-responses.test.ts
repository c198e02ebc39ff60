import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ScriptedResponse } from '../testing/servers/https-receiver'
import {
  type ExpectedRequestResult,
  rawSocketResponse,
  setRepliesByPath,
  useSafeRequestFixture,
} from '../testing/servers/safe-request-fixture'
import { RESPONSE_BODY_MAX_BYTES } from './safe-request'

const matrix = useSafeRequestFixture([])

const RESPONSES: Record<string, { reply: ScriptedResponse; expected: ExpectedRequestResult }> = {
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
    reply: rawSocketResponse((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-Slow: 1\r\n')),
    expected: { error: /^TIMEOUT$/, seconds: 10 },
  },
  'endless early hints': {
    reply: rawSocketResponse((socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n')),
    expected: { error: /^TIMEOUT$/, seconds: 10 },
  },
  'an unasked 100 Continue before a 200': {
    reply: rawSocketResponse((socket) =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    ),
    expected: { status: 200, ok: true, body: /^ok$/ },
  },
  'a 100 Continue before a 410': {
    reply: rawSocketResponse((socket) =>
      socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n'),
    ),
    expected: { status: 410, error: /^GONE$/ },
  },
  'early hints before a 200': {
    reply: rawSocketResponse((socket) =>
      socket.end('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
    ),
    expected: { status: 200, ok: true, body: /^ok$/ },
  },
  'a switch of protocols': {
    reply: rawSocketResponse((socket) =>
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ),
    expected: { error: /^(NOT_HTTP|CONNECTION_CLOSED)$/ },
  },
  'a 200 whose body drips': {
    reply: rawSocketResponse((socket) => drip(socket, 'HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n', 'x')),
    expected: { status: 200, ok: true, body: /^x+$/ },
  },
  'a 200 whose body stalls': {
    reply: rawSocketResponse((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nabc')),
    expected: { status: 200, ok: true, body: /^abc$/ },
  },
  'a 200 whose body never ends': {
    reply: (_request, response) => {
      const more = () => response.destroyed || (response.write('y'.repeat(65_536)) ? setImmediate(more) : undefined)
      response.on('drain', more)
      more()
    },
    expected: { status: 200, ok: true, body: new RegExp(`^y{${RESPONSE_BODY_MAX_BYTES}}$`) },
  },
  'a 500 whose body never ends': {
    reply: rawSocketResponse((socket) => drip(socket, 'HTTP/1.1 500 Oops\r\n\r\n', 'z'.repeat(9000))),
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
    reply: rawSocketResponse((socket) => socket.end(`HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(65_536)}\r\n\r\n`)),
    expected: { error: /^HEADERS_TOO_LARGE$/ },
  },
  '3000 headers': {
    reply: rawSocketResponse((socket) =>
      socket.end(`HTTP/1.1 200 OK\r\n${Array.from({ length: 3000 }, (_, i) => `X-${i}: ${i}`).join('\r\n')}\r\n\r\n`),
    ),
    expected: { error: /^HEADERS_TOO_LARGE$/ },
  },
  'a reset after the request': {
    reply: (request) => request.socket.destroy(new Error('reset')),
    expected: { error: /^CONNECTION_CLOSED$/ },
  },
  'a close before the answer': {
    reply: rawSocketResponse((socket) => socket.end()),
    expected: { error: /^CONNECTION_CLOSED$/ },
  },
  'something that is not HTTP': {
    reply: rawSocketResponse((socket) => socket.end('220 mail.example ESMTP\r\n')),
    expected: { error: /^NOT_HTTP$/ },
  },
  '101 Switching Protocols': {
    reply: rawSocketResponse((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    ),
    expected: { error: /^(NOT_HTTP|CONNECTION_CLOSED|FAILED)$/ },
  },
  'two lengths': {
    reply: rawSocketResponse((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc'),
    ),
    expected: { error: /^NOT_HTTP$/ },
  },
}

function drip(socket: Socket, first: string, then: string): void {
  socket.write(first)
  const timer = setInterval(() => socket.writable && socket.write(then), 100)
  socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer))
}

beforeAll(() => {
  const cases = Object.values(RESPONSES)
  setRepliesByPath(
    matrix.receiver,
    cases.map(({ reply }) => reply),
    200,
  )
  for (const [index, [title, { expected }]] of Object.entries(RESPONSES).entries())
    matrix.startCall(title, matrix.receiver.url(`/${index}`), expected)
})

describe('safePost', () => {
  it.each(Object.keys(RESPONSES))('safePost returns the expected result for the response %s', async (title) => {
    const { actual, expected } = await matrix.compareCase(title)
    expect(actual).toEqual(expected)
  })

  it('safePost follows no redirect', async () => {
    await Promise.all(matrix.results.values())
    expect(matrix.receiver.requests.map(({ path }) => path)).not.toContain('/internal')
  })
})
