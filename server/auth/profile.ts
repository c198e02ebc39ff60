import { auditPerson } from '../audit/audit'
import { db } from '../db'
import { NotFound, ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { lockUser } from '../locks'
import { sentence } from '../messages/error-message'
import { requireAsRead } from '../optimistic-lock'
import type { Actor } from '../principal'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact } from '../unit-of-work'
import { dropEmailChange, findPendingEmail } from './email-change'
import { readOwnWords, requireUnguessable } from './password-policy'
import { hashPassword } from './passwords'
import { findPendingPhone } from './phone-number'
import { readPreferences } from './preferences'
import { confirmPerson } from './reauthenticate'
import type { ChangePassword, Profile, UpdateProfile } from './schema'
import { requireOpenSession } from './sessions'
import { isReached } from './verified-phone'

type Person = Pick<Extract<Actor, { type: 'user' }>, 'userId' | 'sessionId'>

export async function getProfile({ userId }: Pick<Person, 'userId'>): Promise<Profile> {
  const [row, pendingEmail, pendingPhone] = await Promise.all([
    db.user.findUnique({ where: { id: userId } }),
    findPendingEmail(userId),
    findPendingPhone(userId),
  ])
  if (!row) throw new NotFound('user')
  return {
    name: row.name,
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null,
    language: Language.catch('en').parse(row.language),
    hasPassword: row.passwordHash !== null,
    deletesAt: row.deletesAt?.toISOString() ?? null,
    ...readPreferences(row),
    pendingEmail,
    phone: row.phone,
    isPhoneReached: isReached(row),
    pendingPhone,
  }
}

export async function updateProfile({ userId }: Person, { asRead, ...changes }: UpdateProfile): Promise<Profile> {
  return transact(async ({ tx }) => {
    await lockUser(tx, userId)
    requireAsRead(asRead, await getProfile({ userId }))
    await tx.user.updateMany({ where: { id: userId }, data: changes })
    return getProfile({ userId })
  })
}

export async function changePassword(
  { userId, sessionId }: Person,
  { current, password }: ChangePassword,
): Promise<{ ended: number }> {
  const verifiedHash = await confirmPerson({ userId, sessionId }, current)
  await requireUnguessable(password, await readOwnWords({ id: userId }))
  const passwordHash = await hashPassword(password)
  return transact(async (work) => {
    const { tx } = work
    // Compares the verified hash, so that of two concurrent changes the second fails.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: verifiedHash },
      data: { passwordHash },
    })
    if (count === 0) throw new ValidationError({ current: [sentence('session.wrongPassword')] })
    await requireOpenSession(tx, { userId, sessionId })
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'passwordReset', usedAt: null } })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await dropEmailChange(tx, userId)
    const { count: ended } = await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
    await auditPerson(userId, { action: 'password.changed', about: { userId, sessions: ended } })
    await queueSystemEmails(work, [
      { kind: 'credentialChanged', organizationId: null, userId, values: { what: 'password' } },
    ])
    return { ended }
  })
}
