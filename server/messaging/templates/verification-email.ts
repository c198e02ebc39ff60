import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { Rendered } from './layout'
import { renderNotice } from './simple-email'

export type VerificationEmail = {
  language: Locale
  url: string
  isAwaited: boolean
}

/**
 * Asks a user to confirm an email address. Any address could have been entered, so the mail contains no user-supplied text:
 * neither a name nor the organization's.
 */
export function renderVerificationEmail({ language, url, isAwaited }: VerificationEmail): Rendered {
  const t = translator(language, 'email')
  const { host } = new URL(url)
  return renderNotice({
    language,
    from: translator(language, 'common')('product'),
    subject: t('verify.subject'),
    paragraphs: [t('greetingNameless'), t(isAwaited ? 'verify.why' : 'verify.whyAccount', { host }), t('verify.until')],
    button: { label: t('verify.open'), url },
    foot: t('verify.footer'),
  })
}
