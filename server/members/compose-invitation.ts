import { now } from '../clock'
import { signToken } from '../encryption'
import { env } from '../env'
import { Language } from '../fields/schema'
import { reasonFor } from '../messaging/outcome/reasons'
import { renderInvitation } from '../messaging/templates/invitation-email'
import type { Compose } from '../system-emails/composer-types'
import { OPEN } from './pending-invitations'

export const composeInvitation: Compose = async (tx, { subjectId }) => {
  const invitation =
    subjectId === null
      ? null
      : await tx.invitation.findFirst({
          where: { id: subjectId, expiresAt: { gt: now() }, ...OPEN },
          include: { organization: { select: { name: true } } },
        })
  if (!invitation) return { reason: reasonFor('obsolete') }
  const { id, email, organization, invitedByName, role, language } = invitation
  const url = `${env.baseUrl}/invitations/${signToken('invitation', id)}`
  return {
    to: { name: '', address: email },
    rendered: renderInvitation({
      language: Language.catch('en').parse(language),
      organization: organization.name,
      inviter: invitedByName ?? '',
      role: role === 'admin' ? 'admin' : 'member',
      url,
    }),
    opens: url,
  }
}
