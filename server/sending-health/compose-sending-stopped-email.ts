import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'

export const composeSendingStoppedEmail: EmailComposer = async (tx, { organizationId, userId, values }) => {
  if (organizationId === null || userId === null) return { reason: makeReason('obsolete') }
  const member = await tx.membership.findFirst({
    where: { organizationId, userId, role: { in: ['owner', 'admin'] } },
    include: { user: true, organization: { select: { name: true, sendingStoppedAt: true } } },
  })
  if (!member) return { reason: makeReason('notAdministrator') }
  const { user, organization } = member
  if (organization.sendingStoppedAt === null) return { reason: makeReason('obsolete') }
  const { problem = '', sent = '0', count = '0' } = values as Record<string, string>
  const language = Language.catch('en').parse(user.language)
  const t = getTranslator(language, 'email')
  const names = { organization: organization.name, problem, sent: Number(sent), count: Number(count) }
  return {
    to: { name: user.name, address: user.email },
    rendered: renderSimpleEmail({
      language,
      subject: t('sendingStopped.subject', names),
      paragraphs: [t('sendingStopped.why', names), t('sendingStopped.what', names)],
      button: { label: t('sendingStopped.open'), url: `${env.baseUrl}/settings/deliverability` },
      footer: t('sendingStopped.footer', names),
    }),
  }
}
