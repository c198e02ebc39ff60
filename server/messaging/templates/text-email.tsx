/** @jsxImportSource preact */
import { Fragment } from 'preact'
import { paragraph, type Rendered, renderMessage, type Sender, textFoot } from './layout'

export function renderTextEmail(sender: Sender, subject: string, body: string): Rendered {
  const html = renderMessage(sender, { subject, preheader: body, content: <Paragraphs text={body} /> })
  return { subject, text: `${body}\n\n${textFoot(sender)}`, html }
}

export function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.trim().split(/\n\s*\n/)
  return (
    <>
      {paragraphs.map((lines, index) => (
        <p key={index} class="ink" dir="auto" style={paragraph}>
          {lines.split('\n').map((line, lineIndex) => (
            <Fragment key={lineIndex}>
              {lineIndex > 0 && <br />}
              <LineWithLinks line={line} />
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}

function LineWithLinks({ line }: { line: string }) {
  const parts = line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          <a key={index} href={part}>
            {part}
          </a>
        ),
      )}
    </>
  )
}
