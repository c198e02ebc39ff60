import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const IPV6_PREFIX_PARTS = 4

/**
 * Normalizes an address: some proxies add a port, or brackets around IPv6; Node reports IPv4-mapped IPv6 addresses.
 *
 * @param {string} entry
 * @returns {string} anything that is not an address is returned unchanged
 */
export function normalizeIpAddress(entry) {
  // Fast path: called for every request, and nearly always with IPv4.
  if (isIPv4(entry)) return entry
  const host = /^\[([^\]]+)\]/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host
}

/**
 * The network to count by: an IPv4 address, or the /64 of an IPv6 one, because a single connection is assigned a whole /64 and could use a
 * new address for every request.
 *
 * @param {string} entry
 * @returns {string} anything that is not an address is returned unchanged
 */
export function toNetworkKey(entry) {
  const host = normalizeIpAddress(entry)
  if (isIPv4(host)) return host
  if (!ipaddr.isValid(host)) return entry
  const address = ipaddr.process(host)
  const { parts } = /** @type {import('ipaddr.js').IPv6} */ (address)
  return `${parts
    .slice(0, IPV6_PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
