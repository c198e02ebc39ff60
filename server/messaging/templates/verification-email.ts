import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { html } from './html'
import { button, page, quiet, type Rendered } from './layout'
import { paragraphs } from './text-email'

export type VerificationEmail = {
  language: Locale
  /** The reader's. */
  name: string
  /** The one they made, and whose messages wait. */
  organization: string
  /** The page with the button; following it alone confirms nothing. */
  url: string
}

/** Asks a person to confirm that an address is theirs. */
export function renderVerificationEmail({ language, name, organization, url }: VerificationEmail): Rendered {
  const t = translator(language, 'email')
  const product = translator(language, 'common')('product')
  const subject = t('verify.subject')
  const hello = name.trim() === '' ? t('greetingNameless') : t('greeting', { name: name.trim() })
  const body = [hello, t('verify.why', { organization }), t('verify.until')]
  const foot = t('verify.footer')
  return {
    subject,
    text: [...body, `${t('verify.open')}: ${url}`, `-- \n${foot}\n`].join('\n\n'),
    html: page({
      language,
      name: product,
      subject,
      content: html`${paragraphs(body.join('\n\n'))}<p style="margin:8px 0 0">${button({ brandColor: null }, url, t('verify.open'))}</p>`,
      foot: html`<p class="quiet" style="${quiet}">${foot}</p>`,
    }),
  }
}
