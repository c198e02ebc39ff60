import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const IPV6_PREFIX_PARTS = 4

/**
 * An address as people write it: some proxies add a port, and brackets around an IPv6 one; Node says IPv4 in IPv6 clothes.
 *
 * @param {string} entry
 * @returns {string} what is no address stays as it is
 */
export function plainAddress(entry) {
  // Nearly every address is, and the door asks of every request.
  if (isIPv4(entry)) return entry
  const host = /^\[([^\]]+)\]/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return ipaddr.isValid(host) ? ipaddr.process(host).toString() : host
}

/**
 * An address as it is counted: an IPv4 address, or the /64 of an IPv6 one, because a single connection is given a whole /64
 * and could show a new address every time.
 *
 * @param {string} entry
 * @returns {string} what is no address stays as it is
 */
export function parseNetwork(entry) {
  const host = plainAddress(entry)
  if (isIPv4(host)) return host
  if (!ipaddr.isValid(host)) return entry
  const address = ipaddr.process(host)
  const { parts } = /** @type {import('ipaddr.js').IPv6} */ (address)
  return `${parts
    .slice(0, IPV6_PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
