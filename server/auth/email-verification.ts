import { auditInUserOrganizations } from '../audit/audit'
import { now } from '../clock'
import { db } from '../db'
import { ValidationError } from '../errors'
import { log } from '../log'
import { localizableMessage } from '../messages/localizable-message'
import { channels } from '../messaging/channels'
import { markOwnedOrganizationsVerified } from '../organizations/resume-postponed-work'
import { logSecurityRefusal, type RequestOrigin } from '../security-events'
import { sendSystemEmailImmediately } from '../system-emails/send-system-email'
import { transact } from '../unit-of-work'
import { consumeAccountToken, findAccountTokenInAnyState } from './account-token'
import { deletePendingEmailChange } from './credential-changes'
import type { VerificationEmailResult, VerificationLinkState } from './schema'

/**
 * Sends a new verification link; earlier links stay valid for their 24 hours.
 * @returns `not_needed` if no mail server is configured or the address is verified.
 */
export async function sendVerificationEmail(userId: string): Promise<VerificationEmailResult> {
  if (!channels.email) return 'not_needed'
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { emailVerifiedAt: true } })
  if (user.emailVerifiedAt !== null) return 'not_needed'
  const emailState = await sendSystemEmailImmediately({ kind: 'verification', organizationId: null, userId })
  if (emailState?.state === 'ended') return emailState.isSent ? 'sent' : 'failed'
  log.warn({ userId, state: emailState?.state ?? 'slow' }, 'a verification mail waits')
  return 'failed'
}

export async function getVerificationLinkState(token: string): Promise<VerificationLinkState> {
  const row = await findAccountTokenInAnyState('verification', token)
  if (!row) return { state: 'unknown' }
  if (row.user.emailVerifiedAt !== null) return { state: 'verified' }
  if (row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

export async function confirmEmail(token: string, origin: RequestOrigin): Promise<void> {
  const isVerified = await transact(async (work) => {
    const { tx } = work
    const at = now()
    const link = await consumeAccountToken(tx, 'verification', token)
    if (!link) return false
    const { userId, email } = link
    const { count } = await tx.user.updateMany({ where: { id: userId, email }, data: { emailVerifiedAt: at } })
    if (count === 0) return false
    await deletePendingEmailChange(tx, userId)
    await markOwnedOrganizationsVerified(work, userId)
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } })
    const by = { actor: { type: 'user', id: userId, name }, origin } as const
    await auditInUserOrganizations(userId, { action: 'email.verified', actorContext: by })
    return true
  })
  if (!isVerified) {
    logSecurityRefusal('email.refused', { actor: { type: 'stranger', id: null }, organizationId: null, origin })
    throw new ValidationError({ token: [localizableMessage('session.linkSpent')] })
  }
}
