/** @jsxImportSource preact */
import {
  type ContactEmailLayoutData,
  linkStyle,
  paragraphStyle,
  type RenderedEmail,
  renderContactEmailHtml,
  renderTextFooter,
} from './layout'
import { LinkedLines, splitParagraphs } from './linked-text'

export function renderTextEmail(sender: ContactEmailLayoutData, subject: string, body: string): RenderedEmail {
  const html = renderContactEmailHtml(sender, { subject, preheader: body, content: <Paragraphs text={body} /> })
  return { subject, text: `${body}\n\n${renderTextFooter(sender)}`, html }
}

export function Paragraphs({ text }: { text: string }) {
  return (
    <>
      {splitParagraphs(text).map((paragraph, index) => (
        <p key={index} class="ink" dir="auto" style={paragraphStyle}>
          <LinkedLines text={paragraph} class="ink" style={linkStyle} />
        </p>
      ))}
    </>
  )
}
