import { BlockList, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

export type AllowedNetworks = BlockList

export function isPublicOrAllowed(address: string, allowed: AllowedNetworks, ownAddresses: BlockList): boolean {
  if (isIPv4(address))
    return allowed.check(address, 'ipv4') || (isPublicIPv4(address) && !ownAddresses.check(address, 'ipv4'))
  // A zone id ("fe80::1%eth0") names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  if (allowed.check(address, 'ipv6')) return true
  const embedded = embeddedIPv4(addressBytes(address)).filter((v4) => !allowed.check(v4, 'ipv4'))
  if (ownAddresses.check(address, 'ipv6') || embedded.some((v4) => ownAddresses.check(v4, 'ipv4'))) return false
  return isPublicIPv6(address, allowed)
}

export function parseNetworks(cidrs: readonly string[]): AllowedNetworks {
  const networks = new BlockList()
  for (const cidr of cidrs) {
    const [address = '', prefix = '', ...rest] = cidr.split('/')
    const widest = isIPv4(address) ? 8 : isIPv6(address) ? 64 : undefined
    const longest = isIPv4(address) ? 32 : 128
    const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
    if (widest === undefined || rest.length > 0 || length < 0 || length > longest)
      throw new Error(`WEBHOOK_ALLOWED_CIDRS holds ${cidr}, which is not a network such as 127.0.0.0/8.`)
    if (length < widest)
      throw new Error(`WEBHOOK_ALLOWED_CIDRS holds ${cidr}, which is too wide: use /${widest} or longer.`)
    networks.addSubnet(address, length, isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return networks
}

type Installation = { webhookAllowedCidrs: readonly string[]; isVercel: boolean; baseUrl: string }

/**
 * Validates WEBHOOK_ALLOWED_CIDRS. Private networks are allowed only when the service is reached on a loopback URL; a deployment may list
 * single public addresses, such as a receiver on the same machine. Decided by the base URL, not the build mode, because local trials run
 * production builds.
 * @throws {Error} to abort startup.
 */
export function parseAllowedNetworks({ webhookAllowedCidrs, isVercel, baseUrl }: Installation): AllowedNetworks {
  const networks = parseNetworks(webhookAllowedCidrs)
  const isTrial = !isVercel && isLoopbackUrl(baseUrl)
  if (!isTrial && !webhookAllowedCidrs.every(isPublicAddress))
    throw new Error(
      'WEBHOOK_ALLOWED_CIDRS lets webhooks reach private networks and is only for trials on one machine: name single public addresses such as 198.51.100.7/32, remove it, or serve on localhost.',
    )
  return networks
}

function isPublicAddress(cidr: string): boolean {
  const [address = '', prefix] = cidr.split('/')
  const isSingle = prefix === (isIPv4(address) ? '32' : '128')
  return isSingle && isPublicOrAllowed(address, new BlockList(), new BlockList())
}

export function isLoopbackUrl(url: string): boolean {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/*
 * The special-purpose ranges again for net.BlockList, so that a parsing difference between the two libraries cannot bypass the check.
 * Sources: IANA special-purpose registries; 168.63.129.16 is the Azure host endpoint.
 */
const specialPurposeRanges = new BlockList()
for (const [network, length] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  specialPurposeRanges.addSubnet(network, length, 'ipv4')
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  specialPurposeRanges.addSubnet(network, length, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

function isPublicIPv4(address: string): boolean {
  return ipaddr.IPv4.parse(address).range() === 'unicast' && !specialPurposeRanges.check(address, 'ipv4')
}

/** Default deny: only 2000::/3 minus its special ranges. A form that embeds an IPv4 address is judged by that address. */
function isPublicIPv6(address: string, allowed: AllowedNetworks): boolean {
  const bytes = addressBytes(address)
  const embedded = embeddedIPv4(bytes)
  if (!embedded.every((v4) => allowed.check(v4, 'ipv4') || isPublicIPv4(v4))) return false
  if (embedded.length > 0 && !isIsatap(bytes)) return true
  const parsed = ipaddr.fromByteArray([...bytes])
  return (
    globalUnicast.check(address, 'ipv6') && parsed.range() === 'unicast' && !specialPurposeRanges.check(address, 'ipv6')
  )
}

function embeddedIPv4(bytes: Uint8Array): string[] {
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)
  const at = (offset: number, flip = 0) => Array.from(bytes.slice(offset, offset + 4), (byte) => byte ^ flip).join('.')
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  if (startsWith(...zeros(10), 0xff, 0xff) || startsWith(...zeros(12))) return [at(12)]
  if (startsWith(0x00, 0x64, 0xff, 0x9b, ...zeros(8))) return [at(12)]
  if (startsWith(0x20, 0x02)) return [at(2)]
  if (startsWith(0x20, 0x01, 0, 0)) return [at(4), at(12, 0xff)]
  return isIsatap(bytes) ? [at(12)] : []
}

function isIsatap(bytes: Uint8Array): boolean {
  return ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}

function addressBytes(address: string): Uint8Array {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const before = groups(head)
  const after = groups(tail)
  const middle = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return Uint8Array.from(
    [...before, ...middle, ...after].flatMap((group) => {
      const value = Number.parseInt(group, 16)
      return [value >> 8, value & 0xff]
    }),
  )
}
