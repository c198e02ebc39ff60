import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aReceiver, type Receiver } from '../testing/servers/https-receiver'
import { aNameServer, type NameServer } from '../testing/servers/name-server'
import { parseNetworks } from './allowed-networks'
import { type SafePostResult, safePost } from './safe-request'

/*
 * SSRF matrix against a real internal server on 127.0.0.2, 127.0.0.1 and ::1 that counts each byte it receives. 127.0.0.1 acts as a public
 * address where `open` is allowed; the rest of the loopback network never does.
 */

const open = parseNetworks(['127.0.0.1/32'])
const closed = parseNetworks([])

type PrivateServer = { port: number; bytes: () => number; connections: () => number; close: () => void }

let names: NameServer
let receiver: Receiver
let privateServer: PrivateServer
let nameCount = 0

const dialWith = (url: string, allowed = open, authorities = receiver.authorities): Promise<SafePostResult> =>
  safePost(
    { url, headers: { 'Content-Type': 'application/json' }, body: '["secret"]' },
    { ...names, authorities, allowed },
  )

beforeAll(async () => {
  names = await aNameServer()
  receiver = await aReceiver({ hosts: ['public.example', 'rebinding.example', 'proxied.example', 'twice.example'] })
  names.set('public.example', ['127.0.0.1'])
  privateServer = await aPrivateServer(receiver.port)
})

afterAll(async () => {
  await receiver.close()
  privateServer.close()
  names.close()
})

/** URL spellings of non-public addresses, and host names that resolve to them. */
const LITERALS: Record<string, string[]> = {
  'loopback, in every spelling': [
    '127.0.0.1',
    '127.1',
    '127.0.1',
    '0x7f.1',
    '0x7f000001',
    '0X7F.0.0.0x1',
    '0177.0.0.1',
    '00000177.1',
    '017700000001',
    '2130706433',
    '１２７.0.0.1',
    '１２７．０．０．１',
    '①②⑦.0.0.1',
    '127。0。0。1',
    '127｡1',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '127.255.255.254',
    '0',
    '0.0.0.0',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'any.localhost',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:7F00:0001]',
    '[::7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
  ],
  'private networks': ['10.0.0.1', '10.1', '0xa.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '3232235521'],
  'link-local and metadata': [
    '169.254.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '168.63.129.16',
    '[fe80::1]',
  ],
  'shared address space (CGNAT)': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'multicast, broadcast and reserved': ['224.0.0.1', '239.255.255.250', '255.255.255.255', '240.0.0.1', '[ff02::1]'],
  'documentation and benchmarks': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '[2001:db8::1]'],
  'unique local and site-local': ['[fc00::1]', '[fd00:ec2::254]', '[fec0::1]'],
  '6to4': ['[2002:7f00:1::]', '[2002:7f00:1::1]', '[2002:a00:1::1]', '[2002:c0a8:1::1]', '[2002:a9fe:a9fe::1]'],
  NAT64: ['[64:ff9b::7f00:1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::10.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]'],
  // Teredo: the server's IPv4 address at offset 4, the client's at the end, inverted.
  Teredo: ['[2001:0:7f00:1::]', '[2001:0:808:808:0:0:80ff:fffe]', '[2001:0:a00:1:0:0:f5ff:fffe]'],
  ISATAP: [
    '[2606:4700::5efe:127.0.0.1]',
    '[2606:4700::5efe:a00:1]',
    '[2606:4700::200:5efe:192.168.0.1]',
    '[fe80::5efe:127.0.0.1]',
  ],
}

/** DNS answers for the tested names. The receiver listens on the internal server's port on 127.0.0.1 too. */
const ANSWERS: Record<string, string[]> = {
  'loopback beside the allowed address': ['127.0.0.2'],
  'an IPv6 loopback': ['::1'],
  'the unspecified address': ['0.0.0.0'],
  'a private address': ['10.0.0.1'],
  'another private address': ['172.16.0.1'],
  metadata: ['169.254.169.254'],
  'a shared address': ['100.64.0.1'],
  'a multicast address': ['224.0.0.1'],
  'a unique local address': ['fd00:ec2::254'],
  'a link-local address': ['fe80::1'],
  'a mapped loopback': ['::ffff:127.0.0.2'],
  'a compatible loopback': ['::127.0.0.2'],
  'a 6to4 loopback': ['2002:7f00:2::1'],
  'a NAT64 loopback': ['64:ff9b::127.0.0.2'],
  'a Teredo loopback': ['2001:0:7f00:2::1'],
  'an ISATAP loopback': ['2606:4700::5efe:127.0.0.2'],
  'a good address, then a bad one': ['127.0.0.1', '127.0.0.2'],
  'a bad address, then a good one': ['127.0.0.2', '127.0.0.1'],
  'a good IPv4 address and a bad IPv6 one': ['127.0.0.1', '::1'],
  'a bad IPv4 address and a good IPv6 one': ['127.0.0.2', '2606:4700:4700::1111'],
  'a bad one among twenty good ones': [...Array.from({ length: 20 }, () => '127.0.0.1'), '127.0.0.2'],
}

const spellings = Object.entries(LITERALS).flatMap(([kind, hosts]) => hosts.map((host) => [kind, host] as const))

describe('non-public addresses in the URL', () => {
  it.each(spellings)('safePost refuses a non-public address in the URL (%s): https://%s', async (_kind, host) => {
    const { ok, error } = await dialWith(`https://${host}:${privateServer.port}/`, closed)
    expect({ ok, error }).toEqual({ ok: false, error: expect.stringMatching(/^(ADDRESS_BLOCKED|URL_REFUSED)$/) })
    expectNoPrivateTraffic()
  })
})

describe('names that resolve to non-public addresses', () => {
  it.each(Object.entries(ANSWERS))('safePost refuses a name that resolves to %s', async (_what, addresses) => {
    nameCount += 1
    names.set(`name${nameCount}.example`, addresses)
    const { ok, error } = await dialWith(`https://name${nameCount}.example:${privateServer.port}/`)
    expect({ ok, error }).toEqual({ ok: false, error: expect.stringMatching(/^ADDRESS_BLOCKED$/) })
    expectNoPrivateTraffic()
    expect(receiver.requests.filter(({ headers }) => headers.host?.startsWith(`name${nameCount}.`))).toEqual([])
  })
})

describe('ways around the address check', () => {
  it('safePost resolves a name once per call, so a rebinding name does not reach a private address', async () => {
    names.set('rebinding.example', ['127.0.0.1'], 300)
    const result = dialWith(receiver.url('/rebinding', 'rebinding.example'))
    // Both queries (A and AAAA) have been sent with the first answer pending; later queries would resolve to 127.0.0.2.
    await expect.poll(() => names.queryCount('rebinding.example'), { interval: 5 }).toBe(2)
    names.set('rebinding.example', ['127.0.0.2'])
    expect(await result).toMatchObject({ ok: true, status: 200 })
    expect(names.queryCount('rebinding.example')).toBe(2)
    expectNoPrivateTraffic()
    // The next call resolves the name again.
    expect((await dialWith(receiver.url('/rebinding', 'rebinding.example'))).error).toMatch(/^ADDRESS_BLOCKED$/)
    expectNoPrivateTraffic()
  })

  it.each([301, 302, 303, 307, 308])('safePost reports a %i redirect to loopback, not following it', async (status) => {
    for (const target of [
      `https://127.0.0.2:${privateServer.port}/`,
      `http://127.0.0.2:${privateServer.port}/`,
      '//127.0.0.2/',
    ]) {
      receiver.script({ status, headers: { Location: target } })
      expect(await dialWith(receiver.url('/redirect'))).toMatchObject({
        ok: false,
        status,
        error: expect.stringMatching(/^REDIRECT$/),
      })
    }
    for (const header of ['Refresh', 'Content-Location', 'Alt-Svc']) {
      receiver.script({ status: 200, headers: { [header]: `0; url=http://127.0.0.2:${privateServer.port}/` } })
      expect(await dialWith(receiver.url('/redirect'))).toMatchObject({ ok: true, status: 200 })
    }
    expectNoPrivateTraffic()
  })

  it('safePost ignores a proxy configured in the environment', async () => {
    const proxies = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']
    const before = proxies.map((name) => [name, process.env[name]] as const)
    for (const name of proxies) process.env[name] = `http://127.0.0.2:${privateServer.port}`
    names.set('proxied.example', ['127.0.0.1'])
    receiver.script(200)
    try {
      expect(await dialWith(receiver.url('/proxied', 'proxied.example'))).toMatchObject({ ok: true, status: 200 })
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
    expectNoPrivateTraffic()
  })

  it('safePost does not reuse a connection that the receiver of an earlier call has left open', async () => {
    names.set('twice.example', ['127.0.0.1'])
    const ports = new Set<number | undefined>()
    receiver.script((request, response) => {
      ports.add(request.socket.remotePort)
      response.writeHead(200, { Connection: 'keep-alive', 'Keep-Alive': 'timeout=60' }).end()
    })
    expect(await dialWith(receiver.url('/', 'twice.example'))).toMatchObject({ ok: true })
    expect(await dialWith(receiver.url('/', 'twice.example'))).toMatchObject({ ok: true })
    expect(ports.size).toBe(2)
    names.set('twice.example', ['127.0.0.2'])
    expect((await dialWith(receiver.url('/', 'twice.example'))).error).toMatch(/^ADDRESS_BLOCKED$/)
    expectNoPrivateTraffic()
  })
})

it('the private test server has seen no traffic and does record it once its network is allowed', async () => {
  const { bytes, connections } = { bytes: privateServer.bytes(), connections: privateServer.connections() }
  expect({ bytes, connections }).toEqual({ bytes: 0, connections: 0 })
  for (const host of ['127.0.0.2', 'localhost.']) {
    const networks = parseNetworks(['127.0.0.0/8'])
    expect((await dialWith(`https://${host}:${privateServer.port}/`, networks)).ok).toBe(false)
  }
  expect(privateServer.connections()).toBeGreaterThan(0)
  expect(privateServer.bytes()).toBeGreaterThan(0)
})

function expectNoPrivateTraffic(): void {
  expect({ bytes: privateServer.bytes(), connections: privateServer.connections() }).toEqual({
    bytes: 0,
    connections: 0,
  })
}

/** Internal servers on a shared port on each non-public address, and on the receiver's port except on 127.0.0.1. */
async function aPrivateServer(receiversPort: number): Promise<PrivateServer> {
  let bytes = 0
  let connections = 0
  const servers: Server[] = []
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer((socket) => {
      connections += 1
      socket.on('data', (chunk) => {
        bytes += chunk.length
        socket.destroy()
      })
      socket.on('error', () => undefined)
    }).listen(port, host)
    await once(server, 'listening')
    servers.push(server)
    return (server.address() as AddressInfo).port
  }
  const port = await listen('127.0.0.1', 0)
  await listen('127.0.0.2', port)
  await listen('127.0.0.2', receiversPort)
  // Not every machine has IPv6.
  for (const at of [port, receiversPort]) await listen('::1', at).catch(() => null)
  return {
    port,
    bytes: () => bytes,
    connections: () => connections,
    close: () => {
      for (const server of servers) server.close()
    },
  }
}
