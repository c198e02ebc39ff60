import { auditInUserOrganizations } from '../audit/audit'
import { DAY_MS, now } from '../clock'
import { db, type Tx } from '../db'
import { env } from '../env'
import { ValidationError } from '../errors'
import { lockUser } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import type { RequestOrigin } from '../security-events'
import { transact } from '../unit-of-work'
import {
  type AccountTokenHolder,
  consumeAccountToken,
  findAccountTokenInAnyState,
  issueAccountToken,
} from './account-token'
import { notifyCredentialChanged, revokeSessionsAndPendingTokens } from './credential-changes'
import { issuePasswordResetToken } from './password-reset'
import { hasSecondFactor } from './second-factor/second-factor'

/*
 * Undo of an added credential. It would survive a password change, so the notification email links to its removal. The link is valid for
 * one credential, for a week and once, and does nothing before a button is pressed.
 */

const LINK_VALID_MS = 7 * DAY_MS

type CredentialType = 'app' | 'passkey' | 'identity'

export async function issueRevocationUrl(
  tx: Tx,
  holder: AccountTokenHolder,
  subjectId: string,
): Promise<string | null> {
  if (!(await findCredential(tx, holder.userId, subjectId))) return null
  return `${env.baseUrl}/take-back/${await issueAccountToken(tx, 'takeBack', { ...holder, subjectId }, LINK_VALID_MS)}`
}

export type RevocationLinkState = { state: 'open'; what: CredentialType } | { state: 'gone' | 'expired' | 'unknown' }

export async function getRevocationLinkState(token: string): Promise<RevocationLinkState> {
  const row = await findAccountTokenInAnyState('takeBack', token)
  if (!row?.subjectId || row.user.email !== row.email) return { state: 'unknown' }
  const credential = await findCredential(db, row.userId, row.subjectId)
  if (!credential || row.usedAt !== null) return { state: 'gone' }
  return row.expiresAt > now() ? { state: 'open', what: credential.what } : { state: 'expired' }
}

/**
 * Removes the credential, ends every session and cancels pending resets, sign-ins and email changes. Only access to the mailbox is
 * required: an attacker may know the password.
 * @returns the token of a password reset link.
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used, sent to a former address, or of a credential that no
 * longer exists.
 */
export async function revokeAddedCredential(token: string, origin: RequestOrigin): Promise<string> {
  const resetToken = await transact(async (work) => {
    const { tx } = work
    const holder = await consumeAccountToken(tx, 'takeBack', token)
    const person = holder && (await lockPerson(tx, holder))
    const credentialType = person && holder.subjectId && (await removeCredential(tx, person.id, holder.subjectId))
    if (!credentialType) return null
    const { id: userId, name } = person
    const sessions = await revokeSessionsAndPendingTokens(tx, userId)
    const action = REMOVAL_ACTIONS[credentialType]
    const actor = { actor: { type: 'user', id: userId, name }, origin } as const
    await auditInUserOrganizations(userId, { action, actorContext: actor, about: { userId, sessions } })
    await notifyCredentialChanged(work, userId, { what: action.replace('.', '_') })
    return issuePasswordResetToken(tx, holder)
  })
  if (resetToken === null) throw new ValidationError({ token: [localizableMessage('session.linkSpent')] })
  return resetToken
}

const REMOVAL_ACTIONS = {
  app: 'authenticator_app.removed',
  passkey: 'passkey.removed',
  identity: 'identity.removed',
} as const

async function lockPerson(tx: Tx, { userId, email }: AccountTokenHolder) {
  await lockUser(tx, userId)
  return tx.user.findFirst({ where: { id: userId, email }, select: { id: true, name: true } })
}

async function findCredential(
  tx: Tx,
  userId: string,
  id: string,
): Promise<{ what: CredentialType; addedAt: Date } | null> {
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
async function removeCredential(tx: Tx, userId: string, id: string): Promise<CredentialType | null> {
  const credential = await findCredential(tx, userId, id)
  if (!credential) return null
  const where = { id, userId }
  await tx.authenticatorApp.deleteMany({ where })
  await tx.passkey.deleteMany({ where })
  await tx.identity.deleteMany({ where })
  const issuedSince = (await hasSecondFactor(tx, userId)) ? { createdAt: { gte: credential.addedAt } } : {}
  await tx.recoveryCode.deleteMany({ where: { userId, ...issuedSince } })
  return credential.what
}
