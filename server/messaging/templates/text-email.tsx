/** @jsxImportSource preact */
import { Fragment } from 'preact'
import { paragraph, type Rendered, renderMessage, type Sender, textFoot } from './layout'

/** A mail with the step's own text: blank lines separate paragraphs, and addresses become links. */
export function renderTextEmail(sender: Sender, subject: string, body: string): Rendered {
  const html = renderMessage(sender, { subject, preheader: body, content: <Paragraphs text={body} /> })
  return { subject, text: `${body}\n\n${textFoot(sender)}`, html }
}

export function Paragraphs({ text }: { text: string }) {
  const parts = text.trim().split(/\n\s*\n/)
  return (
    <>
      {parts.map((lines, at) => (
        <p key={at} class="ink" dir="auto" style={paragraph}>
          {lines.split('\n').map((line, number) => (
            <Fragment key={number}>
              {number > 0 && <br />}
              <Linked line={line} />
            </Fragment>
          ))}
        </p>
      ))}
    </>
  )
}

/** Because of the capture group, every second part of the split is an address. */
function Linked({ line }: { line: string }) {
  const parts = line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/)
  return (
    <>
      {parts.map((part, at) =>
        at % 2 === 0 ? (
          part
        ) : (
          <a key={at} href={part}>
            {part}
          </a>
        ),
      )}
    </>
  )
}
