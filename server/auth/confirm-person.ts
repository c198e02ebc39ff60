import { MINUTE_MS, now } from '../clock'
import { db } from '../db'
import { RateLimitExceeded, ValidationError } from '../errors'
import { sentence } from '../messages/sentence'
import { verifyPassword } from './passwords'
import { countPasswordCheck } from './throttle'

/** A user without a password counts as recently signed in for this long. */
const FRESH_MS = 15 * MINUTE_MS

/**
 * Re-authenticates a user before a change of credentials, to protect an unattended browser: by the password, or, for users without one, by
 * a recently created session.
 * @returns the hash that the password was checked against; null if the user has none.
 * @throws {ValidationError} under `current`. @throws {RateLimitExceeded} after ten in 15 minutes.
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
