import { env } from '../env'
import { Language } from '../fields/schema'
import { languageTag } from '../messages/locale'
import { translator } from '../messages/messages'
import { reasonFor } from '../messaging/outcome/reasons'
import { renderNotice } from '../messaging/templates/simple-email'
import type { Compose } from '../system-emails/composer-types'

export const composeOrganizationDeletion: Compose = async (_, row) => {
  const { stage = 'done', name = '', until = '' } = row.values as Record<string, string>
  if (row.address === null) return { reason: reasonFor('obsolete') }
  const language = Language.catch('en').parse(row.language)
  const t = translator(language, 'email')
  const { host } = new URL(env.baseUrl)
  const day =
    until &&
    new Intl.DateTimeFormat(languageTag(language), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(until))
  return {
    to: { name: '', address: row.address },
    rendered: renderNotice({
      language,
      from: translator(language, 'common')('product'),
      subject: t('organizationDeletion.subject', { stage, organization: name }),
      paragraphs: [t('organizationDeletion.why', { stage, organization: name, host, day })],
      button: stage === 'asked' ? { label: t('organizationDeletion.open'), url: `${env.baseUrl}/settings` } : null,
      foot: t('organizationDeletion.footer', { organization: name }),
    }),
  }
}
