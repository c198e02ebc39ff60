/** @jsxImportSource preact */
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import { Button, MutedText, type RenderedEmail, renderEmailDocument } from './layout'
import { Quote, quoteLines, UnlinkedParagraph } from './quote'
import { Paragraphs } from './text-email'

/** Untrusted text: rendered as a quotation, and addresses in it do not become links. */
export type Quotation = { quoted: string }

export type SimpleEmailData = {
  language: Locale
  /** Default: the product. */
  from?: string
  subject: string
  paragraphs: readonly (string | Quotation)[]
  button: { label: string; url: string } | null
  footer: string
}

export function renderSimpleEmail(email: SimpleEmailData): RenderedEmail {
  const { language, from = getTranslator(language, 'common')('product'), subject, paragraphs, button, footer } = email
  const t = getTranslator(language, 'email')
  const texts = paragraphs.map((part) => (typeof part === 'string' ? part : quoteLines(part.quoted)))
  return {
    subject,
    text: [...texts, ...(button ? [t('link', button)] : []), `-- \n${footer}\n`].join('\n\n'),
    html: renderEmailDocument({
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
                <UnlinkedParagraph text={part.quoted} />
              </Quote>
            ),
          )}
          {button && (
            <div style="padding:8px 0 0">
              <Button href={button.url}>{button.label}</Button>
            </div>
          )}
        </>
      ),
      footer: <MutedText>{footer}</MutedText>,
    }),
  }
}
