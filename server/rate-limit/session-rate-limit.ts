import { RateLimitExceeded } from '../errors'

const SESSION_LIMIT = { perSecond: 10, atOnce: 150 }
const ORGANIZATION_LIMIT = { perSecond: 50, atOnce: 750 }
const BUCKETS_MAX = 10_000

type TokenBucketLimit = typeof SESSION_LIMIT
type RemainingCalls = { calls: number; at: number }

const remainingCalls = new Map<string, RemainingCalls>()

export function enforceSessionCallLimit(organizationId: string, sessionId: string): void {
  const at = performance.now()
  const buckets = [
    readBucket(`session ${sessionId}`, SESSION_LIMIT, at),
    readBucket(`organization ${organizationId}`, ORGANIZATION_LIMIT, at),
  ]
  const wait = Math.max(...buckets.map(({ calls, limit }) => (calls < 1 ? (1 - calls) / limit.perSecond : 0)))
  if (wait > 0) throw new RateLimitExceeded(Math.ceil(wait))
  for (const bucket of buckets) bucket.take()
}

function readBucket(name: string, limit: TokenBucketLimit, at: number) {
  const stored = remainingCalls.get(name)
  const calls = stored
    ? Math.min(limit.atOnce, stored.calls + ((at - stored.at) / 1000) * limit.perSecond)
    : limit.atOnce
  const take = () => {
    // Re-insert at the end: the first entry is the least recently used, and its bucket is full again by now.
    remainingCalls.delete(name)
    remainingCalls.set(name, { calls: calls - 1, at })
    if (remainingCalls.size > BUCKETS_MAX) remainingCalls.delete(remainingCalls.keys().next().value ?? '')
  }
  return { calls, limit, take }
}
