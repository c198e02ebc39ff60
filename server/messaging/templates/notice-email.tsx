/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { Button, Quiet, type Rendered, renderPage } from './layout'
import { Paragraphs } from './text-email'

export type NoticeEmail = {
  language: Locale
  /** Whom it comes from: the product, or an organization. */
  from: string
  subject: string
  paragraphs: readonly string[]
  /** What its button says and opens; null: there is nothing to do. */
  button: { label: string; url: string } | null
  /** Why the reader gets it. */
  foot: string
}

/** A mail of the service's own: some paragraphs, one button, and why it came. Both its forms say the same. */
export function renderNotice({ language, from, subject, paragraphs, button, foot }: NoticeEmail): Rendered {
  const t = translator(language, 'email')
  return {
    subject,
    text: [...paragraphs, ...(button ? [t('link', button)] : []), `-- \n${foot}\n`].join('\n\n'),
    html: renderPage({
      language,
      name: from,
      subject,
      content: (
        <>
          <Paragraphs text={paragraphs.join('\n\n')} />
          {button && (
            <p style="margin:8px 0 0">
              <Button sender={{ brandColor: null }} href={button.url}>
                {button.label}
              </Button>
            </p>
          )}
        </>
      ),
      foot: <Quiet>{foot}</Quiet>,
    }),
  }
}
