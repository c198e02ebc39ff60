import { auditPerson } from '../audit/audit'
import { now } from '../clock'
import { db } from '../db'
import { ValidationError } from '../errors'
import { log } from '../log'
import { sentence } from '../messages/error-message'
import { channels } from '../messaging/channels'
import { type Origin, recordRefusal } from '../security-events'
import { sendAtOnce } from '../system-emails/send-email'
import { transact } from '../unit-of-work'
import { findToken, spendToken } from './account-token'
import { dropEmailChange } from './email-change'
import { liftHolds } from './release-verification-holds'
import type { VerificationMail, VerificationState } from './schema'

/**
 * Sends a new verification link; earlier links stay valid for their 24 hours.
 * @returns `not_needed` if no mail server is configured or the address is verified.
 */
export async function sendVerification(userId: string): Promise<VerificationMail> {
  if (!channels.email) return 'not_needed'
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } })
  if (user.emailVerifiedAt !== null) return 'not_needed'
  const emailState = await sendAtOnce({ kind: 'verification', organizationId: null, userId })
  if (emailState?.state === 'ended') return emailState.isSent ? 'sent' : 'failed'
  log.warn({ userId, state: emailState?.state ?? 'slow' }, 'a verification mail waits')
  return 'failed'
}

export async function readVerification(token: string): Promise<VerificationState> {
  const row = await findToken('verification', token)
  if (!row) return { state: 'unknown' }
  if (row.user.emailVerifiedAt !== null) return { state: 'verified' }
  if (row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

export async function confirmEmail(token: string, origin: Origin): Promise<void> {
  const isVerified = await transact(async (work) => {
    const { tx } = work
    const at = now()
    const link = await spendToken(tx, 'verification', token)
    if (!link) return false
    const { userId, email } = link
    const { count } = await tx.user.updateMany({ where: { id: userId, email }, data: { emailVerifiedAt: at } })
    if (count === 0) return false
    await dropEmailChange(tx, userId)
    await liftHolds(work, userId)
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
    const by = { doer: { type: 'user', id: userId, name }, origin } as const
    await auditPerson(userId, { action: 'email.verified', by })
    return true
  })
  if (!isVerified) {
    recordRefusal('email.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
    throw new ValidationError({ token: [sentence('session.linkSpent')] })
  }
}
