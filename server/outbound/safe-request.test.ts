import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { anotherAuthority, certificateFor, selfSignedFor } from '../testing/servers/certificates'
import { aReceiver } from '../testing/servers/https-receiver'
import {
  BLOCKED_ERROR,
  type ExpectedRequestResult,
  RECEIVER_HOST,
  useSafeRequestFixture,
} from '../testing/servers/safe-request-fixture'
import { parseNetworks } from './allowed-networks'
import { safePost } from './safe-request'

const none = parseNetworks([])
const matrix = useSafeRequestFixture(['dual.example', 'many.example', 'slow.example', '127.0.0.1'])

async function aTcpServer(onSocket: (socket: Socket) => void): Promise<number> {
  const server: Server = createServer(onSocket).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  matrix.closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

beforeAll(async () => {
  const { port } = matrix.receiver
  for (const literal of ['127.1', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]', '127.0.0.1', 'localhost.', 'localhost'])
    matrix.startCall(`https://${literal}`, `https://${literal}:${port}/`, { error: BLOCKED_ERROR }, none)
  matrix.startCall('the literal 127.0.0.2', `https://127.0.0.2:${port}/`, { error: BLOCKED_ERROR })
  matrix.startCall('a user name', `https://user:pw@${RECEIVER_HOST}:${port}/`, { error: /^URL_REFUSED$/ })
  matrix.startCall('plain http', `http://${RECEIVER_HOST}:${port}/`, { error: /^URL_REFUSED$/ })

  const blocked: Record<string, string[]> = {
    'a name that leads to 127.0.0.2': ['127.0.0.2'],
    'a name that leads to 169.254.169.254': ['169.254.169.254'],
    'a name with one address in 10/8 among good ones': ['127.0.0.1', '10.0.0.1'],
    'a name with a good A and a ULA AAAA': ['127.0.0.1', 'fd00::1'],
    'a name with an IPv4-mapped AAAA': ['127.0.0.1', '::ffff:127.0.0.2'],
  }
  for (const [index, [title, addresses]] of Object.entries(blocked).entries()) {
    matrix.names.set(`blocked${index}.example`, addresses)
    matrix.startCall(title, `https://blocked${index}.example:${port}/blocked`, { error: BLOCKED_ERROR })
  }
  matrix.names.set('servfail.example', 'SERVFAIL')
  matrix.names.set('silent.example', 'silence')
  matrix.names.set('empty.example', [])
  matrix.startCall('NXDOMAIN', `https://missing.example:${port}/`, { error: /^DNS_NOT_FOUND$/ })
  matrix.startCall('SERVFAIL', `https://servfail.example:${port}/`, { error: /^DNS_NO_ANSWER$/ })
  matrix.startCall('DNS that drops packets', `https://silent.example:${port}/`, {
    error: /^DNS_NO_ANSWER$/,
    seconds: 3,
  })
  matrix.startCall('a name without addresses', `https://empty.example:${port}/`, { error: /^DNS_NOT_FOUND$/ })

  matrix.names.set(
    'many.example',
    Array.from({ length: 25 }, () => '127.0.0.1'),
  )
  matrix.startCall('25 addresses', `https://many.example:${port}/`, { ok: true, status: 200 })
  matrix.names.set('dual.example', ['::1', '127.0.0.1'])
  matrix.startCall(
    'two families of which only one listens',
    `https://dual.example:${port}/`,
    { ok: true, status: 200 },
    parseNetworks(['127.0.0.1/32', '::1/128']),
  )
  matrix.startCall('an address literal with its certificate', `https://127.0.0.1:${port}/`, { ok: true, status: 200 })
  matrix.startCall('a query', matrix.receiver.url('/query?a=1&b=%20'), { ok: true })

  await startOtherServers()
})

async function startOtherServers(): Promise<void> {
  const refused = await aTcpServer(() => undefined)
  matrix.closing.splice(-1).forEach((close) => close())
  matrix.startCall('a refused connection', `https://${RECEIVER_HOST}:${refused}/`, { error: /^CONNECTION_REFUSED$/ })
  const mute = await aTcpServer(() => undefined)
  matrix.startCall('TCP without TLS', `https://${RECEIVER_HOST}:${mute}/`, { error: /^TIMEOUT$/, seconds: 10 })
  matrix.names.set('slow.example', ['127.0.0.1'], 2000)
  matrix.startCall('2 s of DNS, then TCP without TLS', `https://slow.example:${mute}/`, {
    error: /^TIMEOUT$/,
    seconds: 10,
  })
  const plain = await aTcpServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  matrix.startCall('plain HTTP on the port', `https://${RECEIVER_HOST}:${plain}/`, { error: /^TLS_FAILED$/ })

  const withTls = async (title: string, expected: ExpectedRequestResult, options: Parameters<typeof aReceiver>[0]) => {
    const server = await aReceiver({ hosts: [RECEIVER_HOST], ...options })
    matrix.closing.push(server.close)
    matrix.startCall(title, server.url('/'), expected)
  }
  const untrusted = /^TLS_UNTRUSTED$/
  await withTls('a self-signed certificate', { error: untrusted }, { certificate: await selfSignedFor(RECEIVER_HOST) })
  await withTls(
    'an unknown authority',
    { error: untrusted },
    { certificate: await certificateFor([RECEIVER_HOST], { ca: await anotherAuthority() }) },
  )
  await withTls(
    'a certificate for another host',
    { error: /^TLS_WRONG_HOST$/ },
    { certificate: await certificateFor(['other.example']) },
  )
  await withTls(
    'an expired certificate',
    { error: /^TLS_EXPIRED$/ },
    { certificate: await certificateFor([RECEIVER_HOST], { days: [-9, -2] }) },
  )
  await withTls(
    'TLS 1.1 only',
    { error: /^TLS_FAILED$/ },
    { tls: { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } },
  )
}

describe('safePost', () => {
  const titles = [
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
  it.each(titles)('safePost returns the expected result for %s', async (title) => {
    const { actual, expected } = await matrix.compareCase(title)
    expect(actual).toEqual(expected)
  })

  it('safePost sends no request to a blocked address', async () => {
    await Promise.all(matrix.results.values())
    const paths = matrix.receiver.requests.map(({ path }) => path)
    expect(paths).not.toContain('/blocked')
  })

  it('safePost sends body, query and headers unchanged and the content length in bytes', async () => {
    const body = '["é – 漢字"]'
    await safePost(
      { url: matrix.receiver.url('/exact?a=1&b=%20'), headers: { 'X-Service-Event': 'new_contact' }, body },
      { ...matrix.names, authorities: matrix.receiver.authorities, allowed: matrix.allowed },
    )
    const received = matrix.receiver.requests.find(({ path }) => path === '/exact?a=1&b=%20')
    expect(received?.method).toBe('POST')
    expect(received?.body.toString('utf8')).toBe(body)
    expect(received?.headers).toMatchObject({
      host: `${RECEIVER_HOST}:${matrix.receiver.port}`,
      'content-length': String(Buffer.byteLength(body)),
      'x-service-event': 'new_contact',
      connection: 'close',
    })
  })

  it('safePost resolves a name once per call and refuses it once it leads to a private address', async () => {
    matrix.names.set('rebinding.example', ['127.0.0.1'])
    const own = await aReceiver({ hosts: ['rebinding.example'] })
    const options = { ...matrix.names, authorities: own.authorities, allowed: matrix.allowed }
    const first = safePost({ url: own.url('/'), headers: {}, body: '[]' }, options)
    await own.waitUntil((requests) => requests.length === 1)
    matrix.names.set('rebinding.example', ['10.0.0.1'])
    expect((await first).ok).toBe(true)
    expect(matrix.names.queryCount('rebinding.example')).toBe(2)
    expect((await safePost({ url: own.url('/'), headers: {}, body: '[]' }, options)).error).toMatch(BLOCKED_ERROR)
    expect(own.requests).toHaveLength(1)
    await own.close()
  })

  it('safePost gives each of 200 concurrent calls its own result, half of them blocked', async () => {
    matrix.names.set('bad.example', ['192.168.1.1'])
    const options = { ...matrix.names, authorities: matrix.receiver.authorities, allowed: matrix.allowed }
    const all = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        safePost(
          {
            url: index % 2 ? matrix.receiver.url('/many') : `https://bad.example:${matrix.receiver.port}/`,
            headers: {},
            body: '[]',
          },
          options,
        ),
      ),
    )
    const outcomes = all.map(({ ok, error }) => (ok ? 'ok' : error?.split(':')[0]))
    expect(outcomes).toEqual(Array.from({ length: 200 }, (_, index) => (index % 2 ? 'ok' : 'ADDRESS_BLOCKED')))
  })
})
