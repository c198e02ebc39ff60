import { RateLimitExceeded } from '../errors'

/** Token buckets: calls per second, and burst size. Several times what a person causes by hand, page requests included. */
const SESSION = { perSecond: 10, atOnce: 150 }
const ORGANIZATION = { perSecond: 50, atOnce: 750 }
const KEPT_AT_MOST = 10_000

type Pace = typeof SESSION
type Left = { calls: number; at: number }

const left = new Map<string, Left>()

/**
 * Counts one call of a session. In memory and per process: cheap, and the limit protects only this process.
 * @throws {RateLimitExceeded}
 */
export function countSessionCall(organizationId: string, sessionId: string): void {
  const at = performance.now()
  const both = [drawn(`session ${sessionId}`, SESSION, at), drawn(`organization ${organizationId}`, ORGANIZATION, at)]
  const wait = Math.max(...both.map(({ calls, pace }) => (calls < 1 ? (1 - calls) / pace.perSecond : 0)))
  if (wait > 0) throw new RateLimitExceeded(Math.ceil(wait))
  for (const one of both) one.take()
}

function drawn(name: string, pace: Pace, at: number) {
  const held = left.get(name)
  const calls = held ? Math.min(pace.atOnce, held.calls + ((at - held.at) / 1000) * pace.perSecond) : pace.atOnce
  const take = () => {
    // Re-insert at the end: the first entry is the least recently used, and its bucket is full again by now.
    left.delete(name)
    left.set(name, { calls: calls - 1, at })
    if (left.size > KEPT_AT_MOST) left.delete(left.keys().next().value ?? '')
  }
  return { calls, pace, take }
}
