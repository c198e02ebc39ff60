import { BlockList, isIPv4, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Networks that may be called although they are private. */
export type AllowedNetworks = BlockList

/** Whether an address is public unicast and none of `own`, or in an allowed network. Two libraries have to agree that it is public. */
export function isPublicOrAllowed(address: string, allowed: AllowedNetworks, own: BlockList): boolean {
  if (isIPv4(address)) return allowed.check(address, 'ipv4') || (isPublicIPv4(address) && !own.check(address, 'ipv4'))
  // A zone ("fe80::1%eth0") names an interface of this machine.
  if (!isIPv6(address) || address.includes('%')) return false
  if (allowed.check(address, 'ipv6')) return true
  const carried = ipv4In(addressBytes(address)).filter((v4) => !allowed.check(v4, 'ipv4'))
  if (own.check(address, 'ipv6') || carried.some((v4) => own.check(v4, 'ipv4'))) return false
  return isPublicIPv6(address, allowed)
}

/**
 * @param cidrs such as `127.0.0.0/8`; none wider than /8 (IPv4) or /64 (IPv6).
 * @throws {Error} a sentence that names the first one that cannot be used.
 */
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
 * The networks of an installation. Private ones are for trials and tests on one machine, never where strangers can reach
 * the service: there, single public addresses may be named, of a receiver on this very machine. The build mode says
 * nothing here (a trial runs a production build); where people reach the service does.
 * @throws {Error} in a sentence, so that the boot stops.
 */
export function networksAllowedBy({ webhookAllowedCidrs, isVercel, baseUrl }: Installation): AllowedNetworks {
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
 * The special ranges once more, for Node's own matcher: where one library reads an address differently, the other one
 * refuses it. IANA special-purpose registries, and 168.63.129.16, where Azure answers every guest.
 */
const special = new BlockList()
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
  special.addSubnet(network, length, 'ipv4')
for (const [network, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const)
  special.addSubnet(network, length, 'ipv6')
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

function isPublicIPv4(address: string): boolean {
  return ipaddr.IPv4.parse(address).range() === 'unicast' && !special.check(address, 'ipv4')
}

/**
 * Default deny: only inside 2000::/3, and then minus its special ranges. A form that carries an IPv4 address is that
 * address in another spelling and takes its verdict.
 */
function isPublicIPv6(address: string, allowed: AllowedNetworks): boolean {
  const bytes = addressBytes(address)
  const carried = ipv4In(bytes)
  if (!carried.every((v4) => allowed.check(v4, 'ipv4') || isPublicIPv4(v4))) return false
  if (carried.length > 0 && !isIsatap(bytes)) return true
  const parsed = ipaddr.fromByteArray([...bytes])
  return globalUnicast.check(address, 'ipv6') && parsed.range() === 'unicast' && !special.check(address, 'ipv6')
}

/** The IPv4 addresses that an IPv6 address carries: mapped, compatible, NAT64, 6to4, Teredo (two) and ISATAP. */
function ipv4In(bytes: Uint8Array): string[] {
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte)
  const at = (offset: number, flip = 0) => Array.from(bytes.slice(offset, offset + 4), (byte) => byte ^ flip).join('.')
  const zeros = (count: number) => Array.from({ length: count }, () => 0)
  if (startsWith(...zeros(10), 0xff, 0xff) || startsWith(...zeros(12))) return [at(12)]
  if (startsWith(0x00, 0x64, 0xff, 0x9b, ...zeros(8))) return [at(12)]
  if (startsWith(0x20, 0x02)) return [at(2)]
  if (startsWith(0x20, 0x01, 0, 0)) return [at(4), at(12, 0xff)]
  return isIsatap(bytes) ? [at(12)] : []
}

/** RFC 5214: the interface identifier is 0:5efe or 200:5efe and an IPv4 address. */
function isIsatap(bytes: Uint8Array): boolean {
  return ((bytes[8] ?? 0) & 0xfd) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe
}

/** Read by the URL parser, which writes every IPv6 address in one way, so that no second reading can differ. */
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
