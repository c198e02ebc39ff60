import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { Rendered } from './layout'
import { plainName } from './sanitize-name'
import { renderNotice } from './simple-email'

export type InvitationEmail = {
  language: Locale
  organization: string
  inviter: string
  role: 'admin' | 'member'
  url: string
}

/** Names in an invitation are untrusted input: they must not contain anything that mail clients turn into a link. */
export function renderInvitation({ language, role, url, ...names }: InvitationEmail): Rendered {
  const t = translator(language, 'email')
  const organization = plainName(names.organization)
  const inviter = plainName(names.inviter)
  const who = inviter === '' ? 'nobody' : 'somebody'
  return renderNotice({
    language,
    from: translator(language, 'common')('product'),
    subject: t('invitation.subject', { organization }),
    paragraphs: [
      t('greetingNameless'),
      t('invitation.why', { who, inviter, organization, host: new URL(url).host }),
      t('invitation.role', { role }),
      t('invitation.until'),
    ],
    button: { label: t('invitation.open'), url },
    foot: t('invitation.footer', { organization }),
  })
}
