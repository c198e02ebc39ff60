import { now } from '../clock'
import { signToken } from '../encryption'
import { env } from '../env'
import { Language } from '../fields/schema'
import { makeReason } from '../messaging/outcome/reasons'
import { renderInvitationEmail } from '../messaging/templates/invitation-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { PENDING_INVITATION } from './pending-invitations'

export const composeInvitation: EmailComposer = async (tx, { subjectId }) => {
  const invitation =
    subjectId === null
      ? null
      : await tx.invitation.findFirst({
          where: { id: subjectId, expiresAt: { gt: now() }, ...PENDING_INVITATION },
          include: { organization: { select: { name: true } } },
        })
  if (!invitation) return { reason: makeReason('obsolete') }
  const { id, email, organization, invitedByName, role, language } = invitation
  const url = `${env.baseUrl}/invitations/${signToken('invitation', id)}`
  return {
    to: { name: '', address: email },
    rendered: renderInvitationEmail({
      language: Language.catch('en').parse(language),
      organization: organization.name,
      inviter: invitedByName ?? '',
      role: role === 'admin' ? 'admin' : 'member',
      url,
    }),
    opens: url,
  }
}
