import type { ActorContext } from '../actor-context'
import { auditInUserOrganizations } from '../audit/audit'
import { MINUTE_MS, now } from '../clock'
import type { Tx } from '../db'
import { env } from '../env'
import { ValidationError } from '../errors'
import { localizableMessage } from '../messages/localizable-message'
import { getTranslator } from '../messages/message-catalogue'
import { channels } from '../messaging/channels'
import { makeReason } from '../messaging/outcome/reasons'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import { markOwnedOrganizationsVerified } from '../organizations/resume-postponed-work'
import type { RequestOrigin } from '../security-events'
import type { EmailComposer } from '../system-emails/composer-types'
import { queueSystemEmails } from '../system-emails/queue-emails'
import { transact, type UnitOfWork } from '../unit-of-work'
import { Language } from '../validation/schema'
import {
  type AccountTokenHolder,
  consumeAccountToken,
  findAccountTokenInAnyState,
  issueAccountToken,
} from './account-token'
import { notifyCredentialChanged, revokeSessionsAndPendingTokens } from './credential-changes'
import { listPersonalWords, requireStrongPassword } from './password-policy'
import { hashPassword } from './passwords'
import { consumePasswordResetEmailLimit } from './rate-limits'
import { deleteSecondFactors } from './second-factor/second-factor'

const LINK_VALID_MS = 30 * MINUTE_MS

/**
 * Sends a password reset link if the address has an account. The lookup happens later, when a job composes the email, so that response and
 * timing are the same for every address.
 */
export async function requestPasswordReset(email: string, language: Language): Promise<void> {
  // Drops the request silently: the limit protects the recipient, and the response must not differ.
  if (!(await consumePasswordResetEmailLimit(email))) return
  await transact((work) =>
    queueSystemEmails(work, [{ kind: 'passwordReset', organizationId: null, address: email, language }]),
  )
}

export const composePasswordResetEmail: EmailComposer = async (tx, { address, language }) => {
  const user = address === null ? null : await tx.user.findUnique({ where: { email: address } })
  if (!user) return { reason: makeReason('obsolete') }
  const url = `${env.baseUrl}/reset-password/${await issuePasswordResetToken(tx, { userId: user.id, email: user.email })}`
  const recipientLanguage = Language.catch('en').parse(language ?? user.language)
  const t = getTranslator(recipientLanguage, 'email')
  return {
    to: { name: '', address: user.email },
    rendered: renderSimpleEmail({
      language: recipientLanguage,
      subject: t('reset.subject'),
      paragraphs: [t('greetingNameless'), t('reset.why', { host: new URL(url).host }), t('reset.until')],
      button: { label: t('reset.open'), url },
      footer: t('reset.footer'),
    }),
    opens: url,
  }
}

/** Creates a token for the reset page; the caller must have verified access to the user's mailbox. */
export async function issuePasswordResetToken(tx: Tx, { userId, email }: AccountTokenHolder): Promise<string> {
  return issueAccountToken(tx, 'passwordReset', { userId, email }, LINK_VALID_MS)
}

export type PasswordResetLinkState = { state: 'open'; email: string } | { state: 'expired' | 'unknown' }

export async function getPasswordResetLinkState(token: string): Promise<PasswordResetLinkState> {
  const row = await findAccountTokenInAnyState('passwordReset', token)
  if (!row || row.usedAt !== null || row.user.email !== row.email) return { state: 'unknown' }
  return row.expiresAt > now() ? { state: 'open', email: row.email } : { state: 'expired' }
}

/**
 * Sets a new password, ends every session and invalidates all other reset links, in one transaction. If email is delivered at all, the link
 * also verifies the address, and credentials set up before are removed ({@link verifyAddressAndRemoveCredentials}).
 * @throws {ValidationError} under `token` for a link that is unknown, expired, used, or sent to a former address; under `password` for one
 * that is easy to guess, in which case the link stays valid.
 */
export async function resetPasswordByLink(token: string, password: string, origin: RequestOrigin): Promise<void> {
  const link = await getPasswordResetLinkState(token)
  if (link.state === 'open') await requireStrongPassword(password, await listPersonalWords({ email: link.email }))
  const passwordHash = await hashPassword(password)
  const isReset = await transact(async (work) => {
    const { tx } = work
    const holder = await consumeAccountToken(tx, 'passwordReset', token)
    if (!holder) return false
    const { userId, email } = holder
    const [user] = await tx.user.updateManyAndReturn({
      where: { id: userId, email },
      data: { passwordHash },
      select: { name: true, emailVerifiedAt: true },
    })
    if (!user) return false
    const sessions = await revokeSessionsAndPendingTokens(tx, userId)
    const actor: ActorContext = { actor: { type: 'user', id: userId, name: user.name }, origin }
    await auditInUserOrganizations(userId, {
      action: 'password.changed',
      actorContext: actor,
      about: { userId, sessions },
    })
    const provesAddress = user.emailVerifiedAt === null && channels.email !== null
    const hasRemovedCredentials = provesAddress && (await verifyAddressAndRemoveCredentials(work, userId, actor))
    await notifyCredentialChanged(work, userId, {
      what: 'password',
      ...(hasRemovedCredentials ? { cleared: 'yes' } : {}),
    })
    return true
  })
  if (!isReset) throw new ValidationError({ token: [localizableMessage('session.linkSpent')] })
}

/**
 * Verifies the address and lifts its holds. The account was created without proof of access to the address, so the second factors and
 * identities set up before are removed.
 * @returns whether any were removed.
 */
async function verifyAddressAndRemoveCredentials(work: UnitOfWork, userId: string, actor: ActorContext) {
  const { tx } = work
  await tx.user.update({ where: { id: userId }, data: { emailVerifiedAt: now() } })
  await markOwnedOrganizationsVerified(work, userId)
  await auditInUserOrganizations(userId, { action: 'email.verified', actorContext: actor })
  const factors = await deleteSecondFactors(tx, userId)
  if (factors > 0)
    await auditInUserOrganizations(userId, { action: 'second_factor.removed', actorContext: actor, about: { userId } })
  const { count: identities } = await tx.identity.deleteMany({ where: { userId } })
  if (identities > 0)
    await auditInUserOrganizations(userId, { action: 'identity.removed', actorContext: actor, about: { userId } })
  return factors + identities > 0
}
