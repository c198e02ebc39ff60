import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/messages'
import type { RenderedEmail } from './layout'
import { sanitizeName } from './sanitize-name'
import { renderSimpleEmail } from './simple-email'

export type InvitationEmail = {
  language: Locale
  organization: string
  inviter: string
  role: 'admin' | 'member'
  url: string
}

/** Names in an invitation are untrusted input: they must not contain anything that mail clients turn into a link. */
export function renderInvitationEmail({ language, role, url, ...names }: InvitationEmail): RenderedEmail {
  const t = getTranslator(language, 'email')
  const organization = sanitizeName(names.organization)
  const inviter = sanitizeName(names.inviter)
  const who = inviter === '' ? 'nobody' : 'somebody'
  return renderSimpleEmail({
    language,
    from: getTranslator(language, 'common')('product'),
    subject: t('invitation.subject', { organization }),
    paragraphs: [
      t('greetingNameless'),
      t('invitation.why', { who, inviter, organization, host: new URL(url).host }),
      t('invitation.role', { role }),
      t('invitation.until'),
    ],
    button: { label: t('invitation.open'), url },
    footer: t('invitation.footer', { organization }),
  })
}
