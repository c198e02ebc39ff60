import { auditPerson } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import type { Tx } from '../db'
import { env } from '../env'
import { ValidationError } from '../errors'
import { Language } from '../fields/schema'
import { sentence } from '../messages/sentence'
import { channels } from '../messaging/channels'
import { renderPasswordReset } from '../messaging/templates/password-reset-email'
import type { By } from '../organization-context'
import { reasonFor } from '../outgoing/reasons'
import type { Origin } from '../security-events'
import type { Compose } from '../system-emails/composed'
import { queueSystemEmails } from '../system-emails/queue'
import { transact, type Work } from '../unit-of-work'
import { findToken, issueToken, spendToken, type TokenHolder } from './account-token'
import { dropEmailChange } from './email-change'
import { liftHolds } from './lift-holds'
import { readOwnWords, requireUnguessable } from './password-rule'
import { hashPassword } from './passwords'
import { removeFactors } from './second-factor/second-factor'
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
  const url = `${env.baseUrl}/reset-password/${await issueReset(tx, { userId: user.id, email: user.email })}`
  return {
    to: { name: '', address: user.email },
    rendered: renderPasswordReset({ language: Language.catch('en').parse(language ?? user.language), url }),
    opens: url,
  }
}

/** A token for the page that sets a new password, for whoever reads the person's mail. */
export async function issueReset(tx: Tx, { userId, email }: TokenHolder): Promise<string> {
  return issueToken(tx, 'passwordReset', { userId, email }, VALID_MS)
}

export type ResetState = { state: 'open'; email: string } | { state: 'expired' | 'unknown' }

/** What a link would do, without doing it: mail scanners follow links too. */
export async function readReset(token: string): Promise<ResetState> {
  const row = await findToken('passwordReset', token)
  if (!row || row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

/**
 * Sets a new password and signs the person out everywhere, in one transaction; every other link that does so is dead. That the
 * link arrived confirms the address, where mails leave at all, and makes the account its reader's alone.
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used, or of an address that is theirs no more; under
 * `password` for one that is easy to guess, and the link stays good.
 */
export async function resetByLink(token: string, password: string, origin: Origin): Promise<void> {
  const found = await readReset(token)
  if (found.state === 'open') await requireUnguessable(password, await readOwnWords({ email: found.email }))
  const passwordHash = await hashPassword(password)
  const isReset = await transact(async (work) => {
    const { tx } = work
    const holder = await spendToken(tx, 'passwordReset', token)
    if (!holder) return false
    const { userId, email } = holder
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, email },
      data: { passwordHash },
      select: { name: true, emailVerifiedAt: true },
    })
    if (!user) return false
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'passwordReset', usedAt: null } })
    // A statement of its own, begun once the person's row is ours: it sees the sessions of those who held it before.
    await tx.signInStep.deleteMany({ where: { userId } })
    await dropEmailChange(tx, userId)
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } })
    const by: By = { doer: { type: 'user', id: userId, name: user.name }, origin }
    await auditPerson(userId, { action: 'password.changed', by, about: { userId, sessions } })
    const isProven = user.emailVerifiedAt === null && channels.email !== null
    const isCleared = isProven && (await makeTheirs(work, userId, by))
    const values = { what: 'password', ...(isCleared ? { cleared: 'yes' } : {}) }
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values }])
    return true
  })
  if (!isReset) throw new ValidationError({ token: [sentence('session.linkSpent')] })
}

/**
 * The address is confirmed, and what waited for it goes on. Whoever made the account never showed that it is theirs: what they
 * set up to sign in with opens it no more.
 * @returns whether there was anything.
 */
async function makeTheirs(work: Work, userId: string, by: By): Promise<boolean> {
  const { tx } = work
  await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: now() } })
  await liftHolds(work, userId)
  await auditPerson(userId, { action: 'email.verified', by })
  const factors = await removeFactors(tx, userId)
  if (factors > 0) await auditPerson(userId, { action: 'second_factor.removed', by, about: { userId } })
  const { count: identities } = await tx.identity.deleteMany({ where: { userId } })
  if (identities > 0) await auditPerson(userId, { action: 'identity.removed', by, about: { userId } })
  return factors + identities > 0
}
