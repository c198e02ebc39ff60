/** @jsxImportSource preact */
import { Fragment } from 'preact'
import {
  type ContactEmailLayoutData,
  paragraphStyle,
  type RenderedEmail,
  renderContactEmailHtml,
  renderTextFooter,
} from './layout'

export function renderTextEmail(sender: ContactEmailLayoutData, subject: string, body: string): RenderedEmail {
  const html = renderContactEmailHtml(sender, { subject, preheader: body, content: <Paragraphs text={body} /> })
  return { subject, text: `${body}\n\n${renderTextFooter(sender)}`, html }
}

export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return (
    <>
      {paragraphs.map((lines, index) => (
        <p key={index} class="ink" dir="auto" style={paragraphStyle}>
          {lines.split('\n').map((line, lineIndex) => (
            <Fragment key={lineIndex}>
              {lineIndex > 0 && <br />}
              {line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map((part, partIndex) =>
                partIndex % 2 === 0 ? (
                  part
                ) : (
                  <a key={partIndex} href={part}>
                    {part}
                  </a>
                ),
              )}
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}
