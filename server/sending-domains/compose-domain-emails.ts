import { createDomainFailingComposer, loadAdministrator } from '../domain-checks/compose-domain-failing-email'
import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { buildFeedbackId, buildListId } from '../messaging/message-id'
import { makeReason } from '../messaging/outcome/reasons'
import { toSingleLine } from '../messaging/templates/sanitize-name'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'
import { loadOrganizationSender } from './organization-sender'

const PAGE_PATH = '/settings/sending-domain'

export const composeDomainFailingEmail: EmailComposer = createDomainFailingComposer('sendingDomain', PAGE_PATH)

/** With the sender and the headers of mails to contacts, except that no one can unsubscribe from it. */
export const composeSenderTestEmail: EmailComposer = async (tx, { organizationId, userId }) => {
  const member = await loadAdministrator(tx, organizationId, userId)
  if (!member || organizationId === null) return { reason: makeReason('notAdministrator') }
  const sender = await loadOrganizationSender(organizationId)
  const language = Language.catch('en').parse(member.user.language)
  const t = getTranslator(language, 'email')
  const organization = toSingleLine(member.organization.name)
  return {
    to: { name: member.user.name, address: member.user.email },
    sender: { ...sender, name: organization },
    headers: {
      'List-Id': buildListId('surveys', organizationId, sender.domain),
      'Feedback-ID': buildFeedbackId('test', organizationId, 'test'),
    },
    rendered: renderSimpleEmail({
      language,
      from: organization,
      subject: t('senderTest.subject', { organization }),
      paragraphs: [t('senderTest.why', { organization, address: sender.address }), t('senderTest.how')],
      button: { label: t('senderTest.open'), url: `${env.baseUrl}${PAGE_PATH}#headers` },
      footer: t('senderTest.footer', { organization }),
    }),
  }
}
