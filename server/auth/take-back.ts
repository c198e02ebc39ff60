import { auditPerson } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { env } from '../env'
import { ValidationError } from '../errors'
import { lockUser } from '../locks'
import { sentence } from '../messages/sentence'
import type { Origin } from '../security-events'
import { queueSystemEmails } from '../system-emails/queue'
import { transact } from '../unit-of-work'
import { findToken, issueToken, spendToken, type TokenHolder } from './account-token'
import { dropEmailChange } from './email-change'
import { issueReset } from './password-reset'
import { hasSecondFactor } from './second-factor/second-factor'

/*
 * Undo of an added credential. It would survive a password change, so the notification email links to its removal. The link is valid for
 * one credential, for a week and once, and does nothing before a button is pressed.
 */

const VALID_MS = 7 * DAY_MS

export type Added = 'app' | 'passkey' | 'identity'

/** Creates the removal link for a notification email; null if the credential no longer exists. */
export async function issueTakeBack(tx: Tx, holder: TokenHolder, subjectId: string): Promise<string | null> {
  if (!(await findAdded(tx, holder.userId, subjectId))) return null
  return `${env.baseUrl}/take-back/${await issueToken(tx, 'takeBack', { ...holder, subjectId }, VALID_MS)}`
}

export type TakeBackState = { state: 'open'; what: Added } | { state: 'gone' | 'expired' | 'unknown' }

/** The state of a link, read without using it because mail scanners follow links too. */
export async function readTakeBack(token: string): Promise<TakeBackState> {
  const row = await findToken('takeBack', token)
  if (!row?.subjectId || row.user.email !== row.email) return { state: 'unknown' }
  const added = await findAdded(db, row.userId, row.subjectId)
  if (!added || row.usedAt !== null) return { state: 'gone' }
  return row.expiresAt > now() ? { state: 'open', what: added.what } : { state: 'expired' }
}

/**
 * Removes the credential, ends every session and cancels pending resets, sign-ins and email changes. Only access to the mailbox is
 * required: an attacker may know the password.
 * @returns the token of a password reset link.
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used, sent to a former address, or of a credential that no
 * longer exists.
 */
export async function takeBack(token: string, origin: Origin): Promise<string> {
  const reset = await transact(async (work) => {
    const { tx } = work
    const holder = await spendToken(tx, 'takeBack', token)
    const person = holder && (await lockPerson(tx, holder))
    const added = person && holder.subjectId && (await removeAdded(tx, person.id, holder.subjectId))
    if (!added) return null
    const { id: userId, name } = person
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'passwordReset', usedAt: null } })
    await tx.signInChallenge.deleteMany({ where: { userId } })
    await dropEmailChange(tx, userId)
    const { count: sessions } = await tx.session.deleteMany({ where: { userId } })
    const { action, told } = REMOVED[added]
    const by = { doer: { type: 'user', id: userId, name }, origin } as const
    await auditPerson(userId, { action, by, about: { userId, sessions } })
    await queueSystemEmails(work, [{ kind: 'credentialChanged', organizationId: null, userId, values: { what: told } }])
    return issueReset(tx, holder)
  })
  if (reset === null) throw new ValidationError({ token: [sentence('session.linkSpent')] })
  return reset
}

const REMOVED = {
  app: { action: 'authenticator_app.removed', told: 'authenticator_app_removed' },
  passkey: { action: 'passkey.removed', told: 'passkey_removed' },
  identity: { action: 'identity.removed', told: 'identity_removed' },
} as const

async function lockPerson(tx: Tx, { userId, email }: TokenHolder) {
  await lockUser(tx, userId)
  return tx.user.findFirst({ where: { id: userId, email }, select: { id: true, name: true } })
}

/** Resolves an id to the kind of credential and the time it was added. */
async function findAdded(tx: Tx, userId: string, id: string): Promise<{ what: Added; addedAt: Date } | null> {
  const app = await tx.authenticatorApp.findFirst({ where: { id, userId } })
  if (app?.confirmedAt) return { what: 'app', addedAt: app.confirmedAt }
  const passkey = await tx.passkey.findFirst({ where: { id, userId } })
  if (passkey) return { what: 'passkey', addedAt: passkey.createdAt }
  const identity = await tx.identity.findFirst({ where: { id, userId } })
  return identity && { what: 'identity', addedAt: identity.createdAt }
}

/**
 * Also deletes recovery codes created since, which an attacker may have seen; with the last second factor, all of them. An organization
 * that requires two-factor authentication then restricts the user until they set one up.
 */
async function removeAdded(tx: Tx, userId: string, id: string): Promise<Added | null> {
  const added = await findAdded(tx, userId, id)
  if (!added) return null
  const where = { id, userId }
  await tx.authenticatorApp.deleteMany({ where })
  await tx.passkey.deleteMany({ where })
  await tx.identity.deleteMany({ where })
  const seen = (await hasSecondFactor(tx, userId)) ? { createdAt: { gte: added.addedAt } } : {}
  await tx.recoveryCode.deleteMany({ where: { userId, ...seen } })
  return added.what
}
