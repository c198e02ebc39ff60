import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import { useEnvironment } from '../testing/environment'
import { parseNetworks } from './allowed-networks'
import { isSafeIpAddress, loadOwnIpAddresses, toIpBlockList } from './safe-ip-address'

useEnvironment({ NEXTAUTH_URL: 'http://localhost:3000' })

describe('addresses of this machine', () => {
  const none = parseNetworks([])
  const own = toIpBlockList(['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'])

  it.each([
    '93.184.215.14',
    '::ffff:93.184.215.14',
    '64:ff9b::93.184.215.14',
    '2002:5db8:d70e::1',
    '2606:2800:21f:cb07:6820:80da:af6b:8b2c',
  ])('refuses to dial the public address %s if it belongs to this machine', (address) => {
    expect([isSafeIpAddress(address, none, toIpBlockList([])), isSafeIpAddress(address, none, own)]).toEqual([
      true,
      false,
    ])
  })

  it('lists every network interface address of this machine', () => {
    const known = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
    expect(known.length).toBeGreaterThan(0)
    for (const { address, family } of known)
      expect(loadOwnIpAddresses().check(address, family === 'IPv4' ? 'ipv4' : 'ipv6')).toBe(true)
  })
})

describe('dialable addresses', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:0808:0808::1',
    '2606:4700::200:5efe:8.8.8.8',
  ])('allows dialing the public address %s', (address) => {
    expect(isSafeIpAddress(address, parseNetworks([]))).toBe(true)
  })

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.255.255.255',
    '100.64.0.0',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.1',
    '192.168.1.1',
    '192.175.48.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::8',
    '::ffff:10.0.0.1',
    '::ffff:0:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::127.0.0.1',
    '64:ff9b:1::8.8.8.8',
    '100::1',
    '1000::1',
    '2001::1',
    '2001:0:7f00:1::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:c0a8:101::1',
    '2606:4700::5efe:10.0.0.1',
    '2606:4700::200:5efe:10.0.0.1',
    '2620:4f:8000::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'example.com',
    '',
    '127.1',
  ])('refuses to dial the non-public or invalid address %j', (address) => {
    expect(isSafeIpAddress(address, parseNetworks([]))).toBe(false)
  })

  it('allows dialing addresses of allowed networks in any spelling, and no other private ones', () => {
    const allowed = parseNetworks(['127.0.0.0/8', 'fd12:3456::/64'])
    expect(
      ['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', 'fd12:3456::9'].map((address) =>
        isSafeIpAddress(address, allowed),
      ),
    ).toEqual([true, true, true, true])
    expect(['10.0.0.1', '::1', 'fd12:3457::9'].map((address) => isSafeIpAddress(address, allowed))).toEqual([
      false,
      false,
      false,
    ])
  })

  it('refuses to dial a loopback address by default', () => {
    expect(isSafeIpAddress('127.0.0.1')).toBe(false)
  })
})
