/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { Button, Quiet, type Rendered, renderPage } from './layout'
import { Paragraphs } from './text-email'

export type VerificationEmail = {
  language: Locale
  /** The page with the button; following it alone confirms nothing. */
  url: string
}

/**
 * Asks a person to confirm that an address is theirs. It goes to whatever address a stranger typed, so not one word of it
 * is the stranger's: no name, and not that of the organization.
 */
export function renderVerificationEmail({ language, url }: VerificationEmail): Rendered {
  const t = translator(language, 'email')
  const product = translator(language, 'common')('product')
  const subject = t('verify.subject')
  const body = [t('greetingNameless'), t('verify.why', { host: new URL(url).host }), t('verify.until')]
  const foot = t('verify.footer')
  return {
    subject,
    text: [...body, `${t('verify.open')}: ${url}`, `-- \n${foot}\n`].join('\n\n'),
    html: renderPage({
      language,
      name: product,
      subject,
      content: (
        <>
          <Paragraphs text={body.join('\n\n')} />
          <p style="margin:8px 0 0">
            <Button sender={{ brandColor: null }} href={url}>
              {t('verify.open')}
            </Button>
          </p>
        </>
      ),
      foot: <Quiet>{foot}</Quiet>,
    }),
  }
}
