import ipaddr from 'ipaddr.js'
import { env } from '../env'

const IPV6_PREFIX_PARTS = 4

/** What a request says of itself: the Fetch API's headers, or anything that can be asked like them. */
export type HeaderSource = { get(name: string): string | null }

/**
 * The address that a request came from, as it is counted: an IPv4 address, or the /64 of an IPv6 one, because a single
 * connection is given a whole /64 and could show a new address every time. Null when nothing tells.
 *
 * Only what we or our platform wrote counts: the door in front of Next leaves the one address that it found
 * (scripts/lib/door), and Vercel overwrites its own header. Anything else is whatever the sender liked to claim.
 */
export function addressOf(headers: HeaderSource): string | null {
  const written = env.isVercel
    ? (headers.get('x-vercel-forwarded-for') ?? headers.get('x-real-ip'))
    : env.isBehindFrontDoor
      ? headers.get('x-forwarded-for')
      : null
  const last = written?.split(',').at(-1)?.trim()
  return last ? networkOf(last) : null
}

/** Some proxies write a port behind the address, and brackets around an IPv6 one. What is no address stays as it is. */
function networkOf(entry: string): string {
  const host = /^\[([^\]]+)\]/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  if (!ipaddr.isValid(host)) return entry
  // An IPv4 address in IPv6 clothes ("::ffff:192.0.2.1") is that IPv4 address.
  const address = ipaddr.process(host)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${address.parts
    .slice(0, IPV6_PREFIX_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
