import net from 'node:net'
import { OperatorError } from './operator-error.mjs'

const LOOPBACK = new net.BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/**
 * @param {string} [text] HOST
 * @returns {string} the address to listen on, loopback by default
 * @throws {OperatorError} for a value that is neither an IP address nor `localhost`
 */
export function parseHost(text) {
  const host = text || '127.0.0.1'
  if (host !== 'localhost' && net.isIP(host) === 0)
    throw new OperatorError(
      `HOST is ${host}, which is not an IP address. Set it to 127.0.0.1 to listen on this machine only, or to 0.0.0.0 to listen on every address.`,
    )
  return host
}

/**
 * @param {string} [text] HSTS_MAX_AGE
 * @returns {number | null} seconds; null if not set
 * @throws {OperatorError} for anything but a number of seconds
 */
export function parseHstsMaxAge(text) {
  if (!text) return null
  if (!/^\d{1,9}$/.test(text))
    throw new OperatorError(
      `HSTS_MAX_AGE is ${text}. It must be a number of seconds, such as 300, or 0 to let browsers forget.`,
    )
  return Number(text)
}

/**
 * @param {string} host an IP address, with or without brackets, or a name
 */
export function isLoopback(host) {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  const family = net.isIP(bare)
  return family !== 0 && LOOPBACK.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * @param {string} host the address that the web server listens on
 * @param {string | undefined} baseUrl public address, if set
 * @returns {boolean} whether the service can be reached from other machines, directly or through a proxy
 */
export function isReachableByOthers(host, baseUrl) {
  if (!isLoopback(host)) return true
  if (!baseUrl) return false
  try {
    return !isLoopback(new URL(baseUrl).hostname)
  } catch {
    return true // the service reports the invalid address
  }
}
