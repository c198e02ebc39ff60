import { auditPerson } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import { env } from '../env'
import { ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { renderPasswordReset } from '../messaging/templates/password-reset-email'
import { reasonFor } from '../outgoing/reasons'
import type { Origin } from '../security-events'
import type { Compose } from '../system-emails/composed'
import { queueSystemEmails } from '../system-emails/queue'
import { transact } from '../unit-of-work'
import { findToken, issueToken, spendToken } from './account-token'
import { hashPassword } from './passwords'
import { admitResetOf } from './throttle'

/** How long a link that sets a new password works. */
const VALID_MS = 30 * MINUTE_MS

/**
 * Mails whoever has an account with this address a link that sets a new password. Whether somebody has one is looked up when
 * the mail is written, by a job: this takes the same steps, and says the same, for every address.
 */
export async function askForReset(email: string, language: Language): Promise<void> {
  // As silent as the rest: more than some mails an hour to one address are a nuisance to its owner, not to who asks.
  if (!(await admitResetOf(email))) return
  await transact((work) =>
    queueSystemEmails(work, [{ kind: 'passwordReset', organizationId: null, address: email, language }]),
  )
}

/** The link for the person with the address, good for half an hour. */
export const composePasswordReset: Compose = async (tx, { address, language }) => {
  const user = address === null ? null : await tx.user.findUnique({ where: { email: address } })
  if (!user) return { reason: reasonFor('obsolete') }
  const token = await issueToken(tx, 'passwordReset', { userId: user.id, email: user.email }, VALID_MS)
  const url = `${env.baseUrl}/reset-password/${token}`
  return {
    to: { name: '', address: user.email },
    rendered: renderPasswordReset({ language: Language.catch('en').parse(language ?? user.language), url }),
    opens: url,
  }
}

export type ResetState = { state: 'open'; email: string } | { state: 'expired' | 'unknown' }

/** What a link would do, without doing it: mail scanners follow links too. */
export async function readReset(token: string): Promise<ResetState> {
  const row = await findToken('passwordReset', token)
  if (!row || row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

/**
 * Sets a new password and signs the person out everywhere, in one transaction; every other link that does so is dead.
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used, or of an address that is theirs no more.
 */
export async function resetByLink(token: string, password: string, origin: Origin): Promise<void> {
  const passwordHash = await hashPassword(password)
  const isReset = await transact(async (work) => {
    const { tx } = work
    const holder = await spendToken(tx, 'passwordReset', token)
    if (!holder) return false
    const { userId, email } = holder
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, email },
      data: { passwordHash },
      select: { name: true },
    })
    if (!user) return false
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'passwordReset', usedAt: null } })
    // A statement of its own, begun once the person's row is ours: it sees the sessions of those who held it before.
    await tx.signInStep.deleteMany({ where: { userId } })
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } })
    const by = { doer: { type: 'user', id: userId, name: user.name }, origin } as const
    await auditPerson(userId, { action: 'password.changed', by, about: { userId, sessions } })
    const values = { what: 'password' }
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
    return true
  })
  if (!isReset) throw new ValidationError({ token: [sentence('session.linkSpent')] })
}
