import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/messages'
import type { RenderedEmail } from './layout'
import { renderSimpleEmail } from './simple-email'

export type PasswordResetEmail = {
  language: Locale
  url: string
}

export function renderPasswordResetEmail({ language, url }: PasswordResetEmail): RenderedEmail {
  const t = getTranslator(language, 'email')
  return renderSimpleEmail({
    language,
    from: getTranslator(language, 'common')('product'),
    subject: t('reset.subject'),
    paragraphs: [t('greetingNameless'), t('reset.why', { host: new URL(url).host }), t('reset.until')],
    button: { label: t('reset.open'), url },
    footer: t('reset.footer'),
  })
}
