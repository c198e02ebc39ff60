/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { Button, Quiet, type Rendered, renderPage } from './layout'
import { PlainLines, Quote, quoteLines } from './quote'
import { Paragraphs } from './text-email'

/** Untrusted text: rendered as a quotation, and addresses in it do not become links. */
export type Quotation = { quoted: string }

export type NoticeEmail = {
  language: Locale
  from: string
  subject: string
  paragraphs: readonly (string | Quotation)[]
  button: { label: string; url: string } | null
  foot: string
}

export function renderNotice({ language, from, subject, paragraphs, button, foot }: NoticeEmail): Rendered {
  const t = translator(language, 'email')
  return {
    subject,
    text: [...paragraphs.map(renderPartText), ...(button ? [t('link', button)] : []), `-- \n${foot}\n`].join('\n\n'),
    html: renderPage({
      language,
      name: from,
      subject,
      preheader: paragraphs.map((part) => (typeof part === 'string' ? part : part.quoted)).join(' '),
      content: (
        <>
          {paragraphs.map((part, index) =>
            typeof part === 'string' ? (
              <Paragraphs key={index} text={part} />
            ) : (
              <Quote key={index}>
                <PlainLines text={part.quoted} />
              </Quote>
            ),
          )}
          {button && (
            <div style="padding:8px 0 0">
              <Button sender={{ brandColor: null }} href={button.url}>
                {button.label}
              </Button>
            </div>
          )}
        </>
      ),
      foot: <Quiet>{foot}</Quiet>,
    }),
  }
}

function renderPartText(part: string | Quotation): string {
  return typeof part === 'string' ? part : quoteLines(part.quoted)
}
