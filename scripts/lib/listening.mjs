import net from 'node:net'
import { Refusal } from './checkout.mjs'

const LOOPBACK = new net.BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

/**
 * @param {string} [text] what HOST says
 * @returns {string} where the web server listens: this machine alone, unless somebody asks for more
 * @throws {Refusal} for what is neither an IP address nor `localhost`
 */
export function parseHost(text) {
  const host = text || '127.0.0.1'
  if (host !== 'localhost' && net.isIP(host) === 0)
    throw new Refusal(
      `HOST is ${host}, which is not an IP address. Set it to 127.0.0.1 to listen on this machine only, or to 0.0.0.0 to listen on every address.`,
    )
  return host
}

/**
 * @param {string} [text] what HSTS_MAX_AGE says
 * @returns {number | null} seconds; null where it says nothing
 * @throws {Refusal} for what is no number of seconds
 */
export function parseHstsMaxAge(text) {
  if (!text) return null
  if (!/^\d{1,9}$/.test(text))
    throw new Refusal(
      `HSTS_MAX_AGE is ${text}. It must be a number of seconds, such as 300, or 0 to let browsers forget.`,
    )
  return Number(text)
}

/**
 * @param {string} host an IP address, in brackets or not, or a name
 * @returns {boolean} whether it leads to this machine from this machine only
 */
export function isLoopback(host) {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  if (bare === 'localhost' || bare.endsWith('.localhost')) return true
  const family = net.isIP(bare)
  return family !== 0 && LOOPBACK.check(bare, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * @param {string} host where the web server listens
 * @param {string | undefined} baseUrl the address that people are told, where it is another than this machine's
 * @returns {boolean} whether others can reach the service: directly, or through the proxy that the address stands for
 */
export function isPublic(host, baseUrl) {
  if (!isLoopback(host)) return true
  if (!baseUrl) return false
  try {
    return !isLoopback(new URL(baseUrl).hostname)
  } catch {
    return true // the service itself says what is wrong with it
  }
}
