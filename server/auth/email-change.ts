import { auditInUserOrganizations } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db, isUniqueViolation, type Tx } from '../db'
import { ValidationError } from '../errors'
import { lockUser } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { markOwnedOrganizationsVerified } from '../organizations/resume-postponed-work'
import type { SessionUser } from '../principal'
import type { RequestOrigin } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { consumeAccountToken, findAccountTokenInAnyState } from './account-token'
import { deletePendingEmailChange, notifyCredentialChanged } from './credential-changes'
import { enforceEmailChangeLimit } from './rate-limits'
import { reauthenticate } from './reauthenticate'
import type { ChangeEmail, Profile } from './schema'
import { requireActiveSession } from './sessions'

/*
 * Changes the email address of an account. Both the current and the new address must confirm, in any order and within a day, so that
 * neither an unattended browser nor a typo takes the account from its owner. Verifying the account or setting a new password cancels a
 * pending change.
 */

const PURPOSES = ['emailChangeFrom', 'emailChangeTo'] as const
const CONFIRMED_AT_COLUMNS = { emailChangeFrom: 'fromConfirmedAt', emailChangeTo: 'toConfirmedAt' } as const

export async function findPendingEmailChange(userId: string): Promise<Profile['pendingEmail']> {
  const row = await db.emailChange.findFirst({
    where: { userId, expiresAt: { gt: now() } },
    include: { user: { select: { emailVerifiedAt: true } } },
  })
  if (!row) return null
  const { email, toConfirmedAt, user } = row
  return { email, fromConfirmed: isCurrentAddressConfirmed(row, user), toConfirmed: toConfirmedAt !== null }
}

/**
 * Sends confirmation emails to both addresses, or only to the new one if the current address was never verified and may be a typo. Replaces
 * a pending change and its unsent emails. Does not reveal whether the new address has an account: it then gets no email.
 * @throws {ValidationError} under `current` for a wrong password, under `email` for the current address.
 * @throws {RateLimitExceeded} @throws {Unauthenticated} if the session was ended meanwhile.
 */
export async function requestEmailChange(person: SessionUser, { current, email }: ChangeEmail): Promise<void> {
  const { userId } = person
  await reauthenticate(person, current)
  await enforceEmailChangeLimit(userId)
  await transact(async (work) => {
    const { tx } = work
    const user = await lockPerson(tx, userId)
    await requireActiveSession(tx, person)
    if (user.email === email) throw new ValidationError({ email: [localizableMessage('session.emailYours')] })
    await deletePendingEmailChange(tx, userId)
    const createdAt = now()
    const expiresAt = new Date(createdAt.getTime() + DAY_MS)
    const { id: subjectId } = await tx.emailChange.create({ data: { userId, email, createdAt, expiresAt } })
    await auditInUserOrganizations(userId, { action: 'email.change_asked', about: { userId } })
    await queueSystemEmails(
      work,
      PURPOSES.filter((kind) => user.emailVerifiedAt !== null || kind === 'emailChangeTo').map((kind) => ({
        kind,
        organizationId: null,
        userId,
        subjectId,
      })),
    )
  })
}

export async function cancelEmailChange({ userId }: Pick<SessionUser, 'userId'>): Promise<void> {
  await transact(async ({ tx }) => {
    await lockUser(tx, userId)
    await deletePendingEmailChange(tx, userId)
  })
}

export type EmailChangeLinkState =
  | { state: 'open'; side: 'from' | 'to'; email: string }
  | { state: 'waiting' | 'done'; email: string }
  | { state: 'expired' | 'unknown' }

export async function getEmailChangeLinkState(token: string): Promise<EmailChangeLinkState> {
  for (const purpose of PURPOSES) {
    const row = await findAccountTokenInAnyState(purpose, token)
    if (!row) continue
    if (row.user.email === row.email) return { state: 'done', email: row.email }
    const change = await db.emailChange.findFirst({ where: { userId: row.userId, email: row.email } })
    if (!change) return { state: 'unknown' }
    if (row.usedAt !== null) return { state: 'waiting', email: row.email }
    if (row.expiresAt <= now()) return { state: 'expired' }
    return { state: 'open', side: purpose === 'emailChangeFrom' ? 'from' : 'to', email: row.email }
  }
  return { state: 'unknown' }
}

/**
 * Confirms one side; with the second confirmation the address changes and the previous address is notified.
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used or superseded, and if another account has the address
 * by now.
 */
export async function confirmEmailChange(token: string, origin: RequestOrigin): Promise<void> {
  const invalidLink = () => new ValidationError({ token: [localizableMessage('session.linkSpent')] })
  try {
    await transact(async (work) => {
      const { tx } = work
      const confirmation = await consumeConfirmationToken(tx, token)
      if (!confirmation) throw invalidLink()
      const { side, userId, email } = confirmation
      const person = await lockPerson(tx, userId)
      const [change] = await tx.emailChange.updateManyAndReturn({
        where: { userId, email, expiresAt: { gt: now() } },
        data: { [CONFIRMED_AT_COLUMNS[side]]: now() },
      })
      if (!change) throw invalidLink()
      if (isCurrentAddressConfirmed(change, person) && change.toConfirmedAt)
        await applyEmailChange(work, { ...person, newEmail: email }, origin)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ token: [localizableMessage('session.emailTaken')] })
  }
}

/**
 * Whether the current address has confirmed or does not have to, because it was never verified. Evaluated at confirmation, not at the
 * request: the address may have been verified since.
 */
function isCurrentAddressConfirmed(change: { fromConfirmedAt: Date | null }, person: { emailVerifiedAt: Date | null }) {
  return change.fromConfirmedAt !== null || person.emailVerifiedAt === null
}

async function applyEmailChange(
  work: UnitOfWork,
  { id: userId, name, email, newEmail }: { id: string; name: string; email: string; newEmail: string },
  origin: RequestOrigin,
): Promise<void> {
  const { tx } = work
  await tx.user.update({ where: { id: userId }, data: { email: newEmail, emailVerifiedAt: now() } })
  await tx.emailChange.deleteMany({ where: { userId } })
  // Invalidates links that were sent to the previous address.
  await tx.accountToken.deleteMany({ where: { userId, purpose: { in: ['verification', 'passwordReset'] } } })
  await markOwnedOrganizationsVerified(work, userId)
  const by = { actor: { type: 'user', id: userId, name }, origin } as const
  await auditInUserOrganizations(userId, {
    action: 'email.changed',
    actorContext: by,
    changes: [{ field: 'email', from: email, to: newEmail }],
  })
  await notifyCredentialChanged(work, userId, { what: 'email_changed' }, { address: email })
}

async function consumeConfirmationToken(tx: Tx, token: string) {
  for (const side of PURPOSES) {
    const holder = await consumeAccountToken(tx, side, token)
    if (holder) return { side, ...holder }
  }
  return null
}

async function lockPerson(tx: Tx, userId: string) {
  await lockUser(tx, userId)
  const select = { id: true, name: true, email: true, emailVerifiedAt: true } as const
  return tx.user.findUniqueOrThrow({ where: { id: userId }, select })
}
