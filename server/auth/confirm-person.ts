import { MINUTE_MS, now } from '../clock'
import { db } from '../db'
import { RateLimitExceeded, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { verifyPassword } from './passwords'
import { countPasswordCheck } from './throttle'

/** For so long somebody who has no password counts as having just signed in. */
const FRESH_MS = 15 * MINUTE_MS

/**
 * Makes sure that it is the person themself who changes what opens their account, and not somebody at their open browser: by
 * the password, or, for those who have none, by a session that was opened just now.
 * @returns the hash that the password was checked against; null for somebody who has none.
 * @throws {ValidationError} under `current`. @throws {RateLimitExceeded} after ten in a quarter of an hour.
 */
export async function confirmPerson(
  { userId, sessionId }: { userId: string; sessionId: string },
  current: string,
): Promise<string | null> {
  const retryAfter = await countPasswordCheck(userId)
  if (retryAfter !== null) throw new RateLimitExceeded(retryAfter)
  const held = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } })
  if (held?.passwordHash) {
    if (await verifyPassword(held.passwordHash, current)) return held.passwordHash
    throw new ValidationError({ current: [sentence('session.wrongPassword')] })
  }
  const since = new Date(now().getTime() - FRESH_MS)
  if (
    !(await db.session.findFirst({ where: { id: sessionId, userId, createdAt: { gt: since } }, select: { id: true } }))
  )
    throw new ValidationError({ current: [sentence('session.notFresh')] })
  return null
}
