import pLimit from 'p-limit'
import { TooMuchAtOnce } from '../errors'

/**
 * How many requests of one organization a process works on at once. One process has one thread: what somebody starts at
 * once is what everybody else's next request waits for. More at once would make none of them faster.
 */
const AT_ONCE = 4
/** Beyond this many, one more would wait longer than anybody does. */
const LONGEST_LINE = 1000

const lines = new Map<string, ReturnType<typeof pLimit>>()

/**
 * Does this work when it is its turn among that of the same origin; others' does not wait for it.
 * @param whose an organization, or what strangers have in common.
 * @throws {TooMuchAtOnce} when a thousand are waiting already.
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
