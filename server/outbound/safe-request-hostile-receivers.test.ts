import { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { certificateFor, selfSignedFor } from '../testing/servers/certificates'
import { aReceiver, type ScriptedResponse } from '../testing/servers/https-receiver'
import { rawSocketResponse, setRepliesByPath, useSafeRequestFixture } from '../testing/servers/safe-request-fixture'
import { type SafePostResult, safePost } from './safe-request'

const matrix = useSafeRequestFixture([])

beforeAll(() => matrix.names.set('public.example', ['127.0.0.1']))

const dialWith = (url: string): Promise<SafePostResult> =>
  safePost(
    { url, headers: { 'Content-Type': 'application/json' }, body: '["secret"]' },
    { ...matrix.names, authorities: matrix.receiver.authorities, allowed: matrix.allowed },
  )

describe('invalid certificates', () => {
  const cases = {
    'self-signed': { certificate: () => selfSignedFor('public.example'), error: /^TLS_UNTRUSTED$/ },
    'for another name': { certificate: () => certificateFor(['other.example']), error: /^TLS_WRONG_HOST$/ },
    'for a wildcard of another level': {
      certificate: () => certificateFor(['*.public.example']),
      error: /^TLS_WRONG_HOST$/,
    },
    expired: {
      certificate: () => certificateFor(['public.example'], { days: [-9, -2] }),
      error: /^TLS_EXPIRED$/,
    },
    'not yet valid': {
      certificate: () => certificateFor(['public.example'], { days: [2, 9] }),
      error: /^TLS_EXPIRED$/,
    },
  }
  it.each(Object.entries(cases))('safePost refuses a certificate that is %s', async (_what, { certificate, error }) => {
    const impostor = await aReceiver({ hosts: ['public.example'], certificate: await certificate() })
    matrix.closing.push(impostor.close)
    const result = await dialWith(impostor.url('/'))
    expect({ ok: result.ok, error: result.error }).toEqual({ ok: false, error: expect.stringMatching(error) })
    expect(impostor.requests).toEqual([])
  })
})

type HostileCase = { reply: ScriptedResponse; expected: object; seconds?: [least: number, most: number] }

const failing = (error: RegExp) => ({ ok: false, error: expect.stringMatching(error) })

const HOSTILE: Record<string, HostileCase> = {
  'a status line that drips': {
    reply: rawSocketResponse((socket) => drip(socket, 'HTTP/1.1 200 OK\r\n'.split(''))),
    expected: failing(/^TIMEOUT$/),
    seconds: [9.9, 12],
  },
  'headers that never end': {
    reply: rawSocketResponse((socket) => drip(socket, ['HTTP/1.1 200 OK\r\n'], 'X-More: 1\r\n')),
    expected: failing(/^TIMEOUT$/),
    seconds: [9.9, 12],
  },
  'a header block of a megabyte': {
    reply: rawSocketResponse((socket) =>
      socket.write(`HTTP/1.1 200 OK\r\n${'X-Bomb: 0123456789\r\n'.repeat(50_000)}\r\n`),
    ),
    expected: failing(/^HEADERS_TOO_LARGE$/),
    seconds: [0, 9],
  },
  'a body that drips': {
    reply: rawSocketResponse((socket) => drip(socket, ['HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n'], 'x')),
    expected: { ok: true, status: 200, body: expect.stringMatching(/^x+$/) },
    seconds: [0, 9],
  },
  'a body without an end': {
    reply: rawSocketResponse((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      flood(socket)
    }),
    expected: { ok: true, status: 200, body: 'y'.repeat(16_384) },
    seconds: [0, 9],
  },
  'a body in chunks without an end': {
    reply: rawSocketResponse((socket) => {
      socket.write('HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n')
      flood(socket, `4000\r\n${'y'.repeat(16_384)}\r\n`)
    }),
    expected: { ok: false, status: 500, body: 'y'.repeat(16_384) },
    seconds: [0, 9],
  },
  'a gzip bomb': {
    reply: {
      status: 200,
      headers: { 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' },
      body: gzipSync(Buffer.alloc(64_000_000, 'z')),
    },
    expected: { ok: true, status: 200 },
    seconds: [0, 9],
  },
  'a reset in the middle of the headers': {
    reply: rawSocketResponse((socket) => socket.write('HTTP/1.1 200 OK\r\nX-Half: ', () => reset(socket))),
    expected: failing(/^CONNECTION_CLOSED$/),
    seconds: [0, 9],
  },
  'a reset in the middle of the body': {
    reply: rawSocketResponse((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc', () => setTimeout(() => reset(socket), 200))
    }),
    expected: { ok: true, status: 200, body: 'abc' },
    seconds: [0, 9],
  },
  'a half-close in the middle of the headers': {
    reply: rawSocketResponse((socket) => socket.end('HTTP/1.1 200 OK\r\nX-Half: ')),
    expected: failing(/^CONNECTION_CLOSED$/),
    seconds: [0, 9],
  },
  'a half-close before the announced end of the body': {
    reply: rawSocketResponse((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc')),
    expected: { ok: true, status: 200, body: 'abc' },
    seconds: [0, 9],
  },
  'a half-close as the end of the body': {
    reply: rawSocketResponse((socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nabc')),
    expected: { ok: true, status: 200, body: 'abc' },
    seconds: [0, 9],
  },
}

describe('hostile receivers', () => {
  let outcomes: Record<string, Promise<SafePostResult>> = {}
  beforeAll(async () => {
    const hostile = await aReceiver({ hosts: ['public.example'] })
    matrix.closing.push(hostile.close)
    setRepliesByPath(
      hostile,
      Object.values(HOSTILE).map(({ reply }) => reply),
      404,
    )
    // Started concurrently: together they take little longer than the slowest.
    outcomes = Object.fromEntries(
      Object.keys(HOSTILE).map((title, index) => [title, dialWith(hostile.url(`/${index}`))]),
    )
  })

  it.each(Object.entries(HOSTILE))(
    'safePost stays in bounds despite %s',
    async (title, { expected, seconds = [0, 9] }) => {
      const result = await outcomes[title]
      expect(result).toMatchObject(expected)
      expect(result?.durationMs).toBeGreaterThanOrEqual(seconds[0] * 1000)
      expect(result?.durationMs).toBeLessThan(seconds[1] * 1000)
      expect(result?.body?.length ?? 0).toBeLessThanOrEqual(16_384)
      // The compressed bomb is not decompressed.
      expect(result?.body ?? '').not.toContain('zzzz')
    },
  )
})

function drip(socket: Socket, pieces: readonly string[], rest = ''): void {
  const remaining = [...pieces]
  const timer = setInterval(() => {
    const next = remaining.shift() ?? rest
    if (socket.writable) socket.write(next)
  }, 700)
  socket.write(remaining.shift() ?? '')
  socket.on('close', () => clearInterval(timer)).on('error', () => clearInterval(timer))
}

function flood(socket: Socket, piece = 'y'.repeat(65_536)): void {
  const more = () => {
    while (socket.writable && socket.write(piece));
  }
  socket.on('drain', more).on('error', () => undefined)
  more()
}

/** Resets the TCP connection below TLS, without a close_notify. */
function reset(socket: TLSSocket): void {
  const connection: unknown = Reflect.get(socket, '_parent')
  if (!(connection instanceof Socket)) throw new Error('the connection under the encryption was not found')
  socket.on('error', () => undefined)
  connection.resetAndDestroy()
}
