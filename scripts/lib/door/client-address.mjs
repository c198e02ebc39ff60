import ipaddr from 'ipaddr.js'
import { plainAddress } from '../../../server/throttle/network.mjs'
import { Refusal } from '../checkout.mjs'

/** @typedef {{ hops: number } | { networks: [import('ipaddr.js').IPv4 | import('ipaddr.js').IPv6, number][] }} TrustedProxies */

/**
 * TRUSTED_PROXIES: how many proxies stand in front of the service, or their networks (`10.0.0.0/8, ::1`). Nothing means none.
 *
 * @param {string | undefined} text
 * @returns {TrustedProxies}
 * @throws {Refusal} for anything else
 */
export function parseTrustedProxies(text) {
  const written = (text ?? '').trim()
  if (written === '') return { hops: 0 }
  if (/^\d+$/.test(written) && Number(written) <= MAX_HOPS) return { hops: Number(written) }
  return {
    networks: written.split(',').map((part) => {
      const network = part.trim()
      if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network)
      if (!network.includes('.') && !network.includes(':')) throw wrong(network)
      if (!ipaddr.isValid(network)) throw wrong(network)
      const address = ipaddr.process(network)
      return [address, address.kind() === 'ipv4' ? 32 : 128]
    }),
  }
}

const MAX_HOPS = 20

function wrong(part) {
  return new Refusal(
    `TRUSTED_PROXIES has “${part}”: give the number of proxies in front of the service, or their networks, such as 10.0.0.0/8.`,
  )
}

/**
 * Whom a request came from: the peer of the connection, or, where that is a trusted proxy, whom that one says it came from, and so
 * on. What stands before the first address that is not trusted is whatever the sender liked to claim.
 *
 * @param {string} peer the other end of the connection
 * @param {string | string[] | undefined} forwardedFor the header X-Forwarded-For as it came
 * @param {TrustedProxies} trusted
 * @returns {string} an address without a port
 */
export function clientAddress(peer, forwardedFor, trusted) {
  if ('hops' in trusted && trusted.hops === 0) return plainAddress(peer)
  const claimed = [forwardedFor ?? []].flat().join(',').split(',')
  const chain = [
    ...claimed.map((entry) => plainAddress(entry.trim())).filter((entry) => entry !== ''),
    plainAddress(peer),
  ]
  if ('hops' in trusted) return chain[Math.max(0, chain.length - 1 - trusted.hops)]
  let at = chain.length - 1
  while (at > 0 && isTrusted(chain[at], trusted)) at -= 1
  return chain[at]
}

function isTrusted(entry, { networks }) {
  if (!ipaddr.isValid(entry)) return false
  const address = ipaddr.process(entry)
  return networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}
