import { now } from '../clock'
import { signToken } from '../encryption'
import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { sanitizeName } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { PENDING_OR_EXPIRED_INVITATION_WHERE } from './pending-invitations'

export const composeInvitationEmail: EmailComposer = async (tx, { subjectId }) => {
  const invitation =
    subjectId === null
      ? null
      : await tx.invitation.findFirst({
          where: { id: subjectId, expiresAt: { gt: now() }, ...PENDING_OR_EXPIRED_INVITATION_WHERE },
          include: { organization: { select: { name: true } } },
        })
  if (!invitation) return { reason: makeReason('obsolete') }
  const url = `${env.baseUrl}/invitations/${signToken('invitation', invitation.id)}`
  const language = Language.catch('en').parse(invitation.language)
  const t = getTranslator(language, 'email')
  // Names are untrusted input: they must not contain anything that mail clients turn into a link.
  const organization = sanitizeName(invitation.organization.name)
  const inviter = sanitizeName(invitation.invitedByName ?? '')
  const who = inviter === '' ? 'none' : 'named'
  return {
    to: { name: '', address: invitation.email },
    rendered: renderSimpleEmail({
      language,
      subject: t('invitation.subject', { organization }),
      paragraphs: [
        t('greetingNameless'),
        t('invitation.why', { who, inviter, organization, host: new URL(url).host }),
        t('invitation.role', { role: invitation.role === 'admin' ? 'admin' : 'member' }),
        t('invitation.until'),
      ],
      button: { label: t('invitation.open'), url },
      footer: t('invitation.footer', { organization }),
    }),
    opens: url,
  }
}
