import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/messages'
import type { RenderedEmail } from './layout'
import { renderSimpleEmail } from './simple-email'

export type VerificationEmail = {
  language: Locale
  url: string
  ownsUnverifiedOrganization: boolean
}

/**
 * Asks a user to confirm an email address. Any address could have been entered, so the mail contains no user-supplied text:
 * neither a name nor the organization's.
 */
export function renderVerificationEmail({
  language,
  url,
  ownsUnverifiedOrganization,
}: VerificationEmail): RenderedEmail {
  const t = getTranslator(language, 'email')
  const { host } = new URL(url)
  return renderSimpleEmail({
    language,
    from: getTranslator(language, 'common')('product'),
    subject: t('verify.subject'),
    paragraphs: [
      t('greetingNameless'),
      t(ownsUnverifiedOrganization ? 'verify.why' : 'verify.whyAccount', { host }),
      t('verify.until'),
    ],
    button: { label: t('verify.open'), url },
    footer: t('verify.footer'),
  })
}
