import { expect, it } from 'vitest'
import { readClientIpAddress } from './client-ip-address'

const addressIn = (value: string | null) =>
  readClientIpAddress({ get: (name) => (name === 'x-forwarded-for' ? value : null) })

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['192.0.2.7:51234', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::9', '2001:db8:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
])('counts the client address %s as %s', (entry, address) => {
  expect(addressIn(entry)).toBe(address)
})

it('takes the client address from the last entry of X-Forwarded-For alone', () => {
  expect(addressIn('198.51.100.1, 10.0.0.1 ,192.0.2.7 ')).toBe('192.0.2.7')
})

it('the client address is null if X-Forwarded-For does not name one', () => {
  expect(addressIn(null)).toBeNull()
  expect(addressIn('')).toBeNull()
  expect(addressIn('192.0.2.7, ')).toBeNull()
})
