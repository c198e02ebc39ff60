import pLimit from 'p-limit'
import { ConcurrencyLimitExceeded } from '../errors'

/**
 * Concurrent requests per organization and process. A process has one thread: one organization's burst delays the requests of all others,
 * and more concurrency would make none of them faster.
 */
const CONCURRENT_PER_KEY = 4
const QUEUE_MAX = 1000

const limiters = new Map<string, ReturnType<typeof pLimit>>()

export async function limitConcurrency<T>(key: string, work: () => Promise<T>): Promise<T> {
  const limiter = limiters.get(key) ?? pLimit(CONCURRENT_PER_KEY)
  limiters.set(key, limiter)
  if (limiter.pendingCount >= QUEUE_MAX) throw new ConcurrencyLimitExceeded()
  try {
    return await limiter(work)
  } finally {
    if (limiter.activeCount === 0 && limiter.pendingCount === 0) limiters.delete(key)
  }
}
