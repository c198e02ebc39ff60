import { auditInUserOrganizations } from '../audit/audit'
import { db } from '../db'
import { NotFound, ValidationError } from '../errors'
import { lockUser } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { assertUnchanged } from '../optimistic-lock'
import type { SessionUser } from '../principal'
import { transact } from '../unit-of-work'
import { Language } from '../validation/schema'
import { notifyCredentialChanged, revokeSessionsAndPendingTokens } from './credential-changes'
import { findPendingEmailChange } from './email-change'
import { isPhoneVerified } from './is-phone-verified'
import { listPersonalWords, requireStrongPassword } from './password-policy'
import { hashPassword } from './passwords'
import { findPendingPhoneChange } from './phone-number'
import { toPreferences } from './preferences'
import { reauthenticate } from './reauthenticate'
import type { ChangePassword, Profile, UpdateProfile } from './schema'
import { requireActiveSession } from './sessions'

export async function getProfile({ userId }: Pick<SessionUser, 'userId'>): Promise<Profile> {
  const [row, pendingEmail, pendingPhone] = await Promise.all([
    db.user.findUnique({ where: { id: userId } }),
    findPendingEmailChange(userId),
    findPendingPhoneChange(userId),
  ])
  if (!row) throw new NotFound('user')
  return {
    name: row.name,
    email: row.email,
    isEmailVerified: row.emailVerifiedAt !== null,
    language: Language.catch('en').parse(row.language),
    hasPassword: row.passwordHash !== null,
    deletesAt: row.deletesAt?.toISOString() ?? null,
    ...toPreferences(row),
    pendingEmail,
    phone: row.phone,
    isPhoneVerified: isPhoneVerified(row),
    pendingPhone,
  }
}

export async function updateProfile({ userId }: SessionUser, { asRead, ...changes }: UpdateProfile): Promise<Profile> {
  return transact(async ({ tx }) => {
    await lockUser(tx, userId)
    assertUnchanged(asRead, await getProfile({ userId }))
    await tx.user.updateMany({ where: { id: userId }, data: changes })
    return getProfile({ userId })
  })
}

export async function changePassword({ userId, sessionId }: SessionUser, { current, password }: ChangePassword) {
  const verifiedHash = await reauthenticate({ userId, sessionId }, current)
  await requireStrongPassword(password, await listPersonalWords({ id: userId }))
  const passwordHash = await hashPassword(password)
  return transact(async (work) => {
    const { tx } = work
    // Compares the verified hash, so that of two concurrent changes the second fails.
    const { count } = await tx.user.updateMany({
      where: { id: userId, passwordHash: verifiedHash },
      data: { passwordHash },
    })
    if (count === 0) throw new ValidationError({ current: [localizableMessage('session.wrongPassword')] })
    await requireActiveSession(tx, { userId, sessionId })
    const ended = await revokeSessionsAndPendingTokens(tx, userId, sessionId)
    await auditInUserOrganizations(userId, { action: 'password.changed', about: { userId, sessions: ended } })
    await notifyCredentialChanged(work, userId, { what: 'password' })
    return { ended }
  })
}
