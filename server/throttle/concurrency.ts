import pLimit from 'p-limit'
import { TooMuchAtOnce } from '../errors'

/**
 * Concurrent requests per organization and process. A process has one thread: one organization's burst delays the requests of all others,
 * and more concurrency would make none of them faster.
 */
const AT_ONCE = 4
/** Queue limit: beyond it, a request would wait longer than any client does. */
const LONGEST_LINE = 1000

const lines = new Map<string, ReturnType<typeof pLimit>>()

/**
 * Runs `work` in the queue of its key, at most four at a time; other keys are not delayed.
 * @param whose an organization, or a shared key for unauthenticated requests.
 * @throws {TooMuchAtOnce} when a thousand are already queued.
 */
export async function limitConcurrency<T>(whose: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(whose) ?? pLimit(AT_ONCE)
  lines.set(whose, line)
  if (line.pendingCount >= LONGEST_LINE) throw new TooMuchAtOnce()
  try {
    return await line(work)
  } finally {
    if (line.activeCount === 0 && line.pendingCount === 0) lines.delete(whose)
  }
}
