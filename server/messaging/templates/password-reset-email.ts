import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import type { Rendered } from './layout'
import { renderNotice } from './simple-email'

export type PasswordResetEmail = {
  language: Locale
  url: string
}

export function renderPasswordReset({ language, url }: PasswordResetEmail): Rendered {
  const t = translator(language, 'email')
  return renderNotice({
    language,
    from: translator(language, 'common')('product'),
    subject: t('reset.subject'),
    paragraphs: [t('greetingNameless'), t('reset.why', { host: new URL(url).host }), t('reset.until')],
    button: { label: t('reset.open'), url },
    foot: t('reset.footer'),
  })
}
