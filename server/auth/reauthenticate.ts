import { MINUTE_MS, now } from '../clock'
import { db } from '../db'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import type { SessionUser } from '../principal'
import { verifyPassword } from './passwords'
import { enforcePasswordCheckLimit } from './rate-limits'

const RECENT_SIGN_IN_MS = 15 * MINUTE_MS

/**
 * Re-authenticates a user before a change of credentials, to protect an unattended browser: by the password, or, for users without one, by
 * a recently created session.
 * @returns the hash that the password was checked against; null if the user has none.
 * @throws {ValidationError} under `current`. @throws {RateLimitExceeded} after ten in 15 minutes.
 */
export async function reauthenticate({ userId, sessionId }: SessionUser, current: string): Promise<string | null> {
  await enforcePasswordCheckLimit(userId)
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } })
  if (user?.passwordHash) {
    if (await verifyPassword(user.passwordHash, current)) return user.passwordHash
    throw new ValidationError({ current: [localizableMessage('session.wrongPassword')] })
  }
  const since = new Date(now().getTime() - RECENT_SIGN_IN_MS)
  if ((await db.session.count({ where: { id: sessionId, userId, createdAt: { gt: since } } })) === 0)
    throw new ValidationError({ current: [localizableMessage('session.notFresh')] })
  return null
}
