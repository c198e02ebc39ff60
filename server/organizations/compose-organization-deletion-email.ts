import { formatDay } from '../auth/compose-account-emails'
import { env } from '../env'
import { getTranslator } from '../messages/message-catalogue'
import { makeReason } from '../messaging/outcome/reasons'
import { renderSimpleEmail } from '../messaging/templates/simple-email'
import type { EmailComposer } from '../system-emails/composer-types'
import { Language } from '../validation/schema'

export const composeOrganizationDeletionEmail: EmailComposer = async (_, row) => {
  const { stage = 'done', name = '', until = '' } = row.values as Record<string, string>
  if (row.address === null) return { reason: makeReason('obsolete') }
  const language = Language.catch('en').parse(row.language)
  const t = getTranslator(language, 'email')
  const { host } = new URL(env.baseUrl)
  const day = until && formatDay(until, language)
  return {
    to: { name: '', address: row.address },
    rendered: renderSimpleEmail({
      language,
      subject: t('organizationDeletion.subject', { stage, organization: name }),
      paragraphs: [t('organizationDeletion.why', { stage, organization: name, host, day })],
      button: stage === 'asked' ? { label: t('organizationDeletion.open'), url: `${env.baseUrl}/settings` } : null,
      footer: t('organizationDeletion.footer', { organization: name }),
    }),
  }
}
