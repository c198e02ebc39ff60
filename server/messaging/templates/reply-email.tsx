/** @jsxImportSource preact */
import { Fragment } from 'preact'
import type { Locale } from '../../messages/locale'
import { MutedText, type RenderedEmail, renderEmailDocument } from './layout'
import { Quote, quoteLines, UnlinkedParagraph } from './quote'
import { Paragraphs } from './text-email'

export type QuotedAnswersData = { intro: string; answers: readonly { question: string; answer: string }[] }

export type ReplyEmailData = {
  language: Locale
  organization: string
  subject: string
  text: string
  quote: QuotedAnswersData | null
  footer: string
}

export function renderReplyEmail({
  language,
  organization,
  subject,
  text,
  quote,
  footer,
}: ReplyEmailData): RenderedEmail {
  return {
    subject,
    text: [text, ...(quote ? [renderQuotedText(quote)] : []), `-- \n${footer}\n`].join('\n\n'),
    html: renderEmailDocument({
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
      footer: <MutedText>{footer}</MutedText>,
    }),
  }
}

function renderQuotedText({ intro, answers }: QuotedAnswersData): string {
  const parts = answers.map(({ question, answer }) => quoteLines(`${question}\n${answer}`))
  return `${intro}\n\n${parts.join('\n>\n')}`
}

function QuotedBlock({ intro, answers }: QuotedAnswersData) {
  return (
    <>
      <div style="margin:24px 0 0">
        <MutedText>{intro}</MutedText>
      </div>
      <Quote>
        {answers.map(({ question, answer }, index) => (
          <Fragment key={index}>
            <MutedText>{question}</MutedText>
            <UnlinkedParagraph text={answer} />
          </Fragment>
        ))}
      </Quote>
    </>
  )
}
