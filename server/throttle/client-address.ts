import { env } from '../env'
import { parseNetwork } from './network.mjs'

/** What a request says of itself: the Fetch API's headers, or anything that can be asked like them. */
export type HeaderSource = { get(name: string): string | null }

/**
 * The address that a request came from, as it is counted ({@link parseNetwork}). Null when nothing tells.
 *
 * Only what we or our platform wrote counts: the door in front of Next leaves the one address that it found
 * (scripts/lib/door), and Vercel overwrites its own header. Anything else is whatever the sender liked to claim.
 */
export function clientAddress(headers: HeaderSource): string | null {
  const written = env.isVercel
    ? (headers.get('x-vercel-forwarded-for') ?? headers.get('x-real-ip'))
    : env.isBehindFrontDoor
      ? headers.get('x-forwarded-for')
      : null
  const last = written?.split(',').at(-1)?.trim()
  return last ? parseNetwork(last) : null
}
