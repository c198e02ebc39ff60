import type { Tx } from '../db'
import { queueSystemEmails } from '../system-emails/queue-emails'
import type { UnitOfWork } from '../unit-of-work'

/** Cancels a pending change and its links: it may have been requested by an attacker. The caller must hold the lock on the user row. */
export async function deletePendingEmailChange(tx: Tx, userId: string): Promise<void> {
  await tx.emailChange.deleteMany({ where: { userId } })
  await tx.accountToken.deleteMany({ where: { userId, purpose: { in: ['emailChangeFrom', 'emailChangeTo'] } } })
}

/**
 * After a change of credentials: invalidates reset links, sign-ins in progress and a pending email change, and ends sessions. The caller
 * must hold the lock on the user row: a separate statement after it sees sessions committed by the previous lock holders.
 * @returns the number of ended sessions.
 */
export async function revokeSessionsAndPendingTokens(tx: Tx, userId: string, keptSessionId?: string): Promise<number> {
  await tx.accountToken.deleteMany({ where: { userId, purpose: 'passwordReset', usedAt: null } })
  await tx.signInChallenge.deleteMany({ where: { userId } })
  await deletePendingEmailChange(tx, userId)
  const others = keptSessionId === undefined ? {} : { id: { not: keptSessionId } }
  const { count } = await tx.session.deleteMany({ where: { userId, ...others } })
  return count
}

/** Emails the user. @param about.subjectId an added credential, which the email's link removes. @param about.address a former address. */
export async function notifyCredentialChanged(
  work: UnitOfWork,
  userId: string,
  values: { what: string; cleared?: string; address?: string },
  about: { subjectId?: string; address?: string } = {},
): Promise<void> {
  await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values, ...about }])
}
