import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { parseTrustedProxies, resolveClientIpAddress } from './client-ip-address.mjs'

const PEER = '192.0.2.1'

it.each([
  ['nothing is trusted: the peer', '', PEER, '198.51.100.9', PEER],
  ['no header: the peer', '1', PEER, undefined, PEER],
  ['one proxy: the last entry', '1', PEER, '198.51.100.8, 198.51.100.9', '198.51.100.9'],
  ['two proxies: the one before', '2', PEER, '203.0.113.5, 198.51.100.8, 198.51.100.9', '198.51.100.8'],
  ['more proxies than entries: the first entry', '5', PEER, '198.51.100.9', '198.51.100.9'],
  ['a trusted network: the last entry', '192.0.2.0/24', PEER, '198.51.100.8, 198.51.100.9', '198.51.100.9'],
  [
    'a chain of trusted networks',
    '192.0.2.0/24, 198.51.100.9',
    PEER,
    '203.0.113.5, 198.51.100.8, 198.51.100.9',
    '198.51.100.8',
  ],
  ['a peer outside of them: the peer', '10.0.0.0/8', PEER, '198.51.100.9', PEER],
  ['only trusted addresses: the first', '10.0.0.0/8', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an IPv4-mapped IPv6 peer', '192.0.2.0/24', '::ffff:192.0.2.1', '198.51.100.9', '198.51.100.9'],
  ['an IPv6 network', '2001:db8::/32', '2001:db8::1', '198.51.100.9', '198.51.100.9'],
  ['ports and brackets', '1', PEER, '[2001:db8::9]:443', '2001:db8::9'],
  ['an entry that is not an address ends the chain', '0.0.0.0/0', PEER, '_hidden, 198.51.100.9', '_hidden'],
  ['a trusted proxy with a port', '10.0.0.0/8', '10.0.0.1', '198.51.100.9:51234, 10.0.0.2:443', '198.51.100.9'],
  ['the whole of IPv6', '::/0', '2001:db8::1', '198.51.100.8, 2001:db8::2', '198.51.100.8'],
  ['a forged chain through one proxy', '1', PEER, '127.0.0.1, 10.0.0.1, 198.51.100.9', '198.51.100.9'],
  ['a closed connection', '10.0.0.0/8', undefined, '198.51.100.9', 'unknown'],
  ['empty entries do not count', '1', PEER, '198.51.100.8, , ', '198.51.100.8'],
])('resolves the client address: %s', (_case, trusted, peer, forwarded, address) => {
  const request = { socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }
  expect(resolveClientIpAddress(request as unknown as IncomingMessage, parseTrustedProxies(trusted))).toBe(address)
})

it.each([
  'all',
  '21',
  '-1',
  '10.0.0.0/33',
  '10.0.0.0/x',
  '10.0.0.0/8,',
  'loopback',
  '1,2',
  'proxy.example.com',
  '10'.padEnd(40, '0'),
])('refuses the invalid TRUSTED_PROXIES=%s with an error that names the variable', (text) => {
  expect(() => parseTrustedProxies(text)).toThrow(/^TRUSTED_PROXIES has “/)
})
