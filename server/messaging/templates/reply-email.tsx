/** @jsxImportSource preact */
import { Fragment } from 'preact'
import type { Locale } from '../../messages/locale'
import { Quiet, type Rendered, renderPage } from './layout'
import { PlainLines, Quote, quoteLines } from './quote'
import { Paragraphs } from './text-email'

export type QuotedAnswers = { intro: string; said: readonly { question: string; answer: string }[] }

export type ReplyEmail = {
  language: Locale
  organization: string
  subject: string
  text: string
  quote: QuotedAnswers | null
  foot: string
}

export function renderReplyEmail({ language, organization, subject, text, quote, foot }: ReplyEmail): Rendered {
  return {
    subject,
    text: [text, ...(quote ? [renderQuotedText(quote)] : []), `-- \n${foot}\n`].join('\n\n'),
    html: renderPage({
      language,
      name: organization,
      subject,
      preheader: text,
      content: (
        <>
          <Paragraphs text={text} />
          {quote && <QuotedBlock {...quote} />}
        </>
      ),
      foot: <Quiet>{foot}</Quiet>,
    }),
  }
}

function renderQuotedText({ intro, said }: QuotedAnswers): string {
  const parts = said.map(({ question, answer }) => quoteLines(`${question}\n${answer}`))
  return `${intro}\n\n${parts.join('\n>\n')}`
}

function QuotedBlock({ intro, said }: QuotedAnswers) {
  return (
    <>
      <div style="margin:24px 0 0">
        <Quiet>{intro}</Quiet>
      </div>
      <Quote>
        {said.map(({ question, answer }, index) => (
          <Fragment key={index}>
            <Quiet>{question}</Quiet>
            <PlainLines text={answer} />
          </Fragment>
        ))}
      </Quote>
    </>
  )
}
