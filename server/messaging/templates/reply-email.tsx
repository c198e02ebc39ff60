/** @jsxImportSource preact */
import { Fragment } from 'preact'
import type { Locale } from '../../messages/locale'
import {
  type ContactEmailLayoutData,
  joinTextFooter,
  MutedText,
  type RenderedEmail,
  renderEmailDocument,
  SenderFooter,
} from './layout'
import { Quote, quoteLines, UnlinkedParagraph } from './quote'
import { Paragraphs } from './text-email'

export type QuotedAnswersData = { intro: string; answers: readonly { question: string; answer: string }[] }

export type ReplyEmailData = Pick<
  ContactEmailLayoutData,
  'organization' | 'logo' | 'look' | 'postalAddress' | 'footerText'
> & {
  language: Locale
  subject: string
  text: string
  quote: QuotedAnswersData | null
  /** Why the message was sent. */
  footer: string
}

export function renderReplyEmail({
  language,
  organization,
  subject,
  text,
  quote,
  footer,
  ...sender
}: ReplyEmailData): RenderedEmail {
  return {
    subject,
    text: [text, ...(quote ? [renderQuotedText(quote)] : []), `-- \n${joinTextFooter(sender, footer)}\n`].join('\n\n'),
    html: renderEmailDocument({
      language,
      name: organization,
      logo: sender.logo,
      subject,
      preheader: text,
      content: (
        <>
          <Paragraphs text={text} />
          {quote && <QuotedBlock {...quote} />}
        </>
      ),
      footer: <SenderFooter {...sender}>{footer}</SenderFooter>,
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
