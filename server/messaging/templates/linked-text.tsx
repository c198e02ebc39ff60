/** @jsxImportSource preact */
import { Fragment } from 'preact'

const WEB_ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/

/** More become line breaks: each paragraph repeats its styles, and Gmail clips a message of 102 kB. */
const PARAGRAPHS_MAX = 60

export function splitParagraphs(text: string): string[] {
  const paragraphs = text
    .trim()
    .split(/\n\s*\n/)
    .filter(Boolean)
  return paragraphs.length > PARAGRAPHS_MAX ? [paragraphs.join('\n\n')] : paragraphs
}

type LinkedLinesProps = { text: string; class?: string; style?: string }

/** Line breaks become `<br>`, and web addresses links. `class` and `style` are those of the links. */
export function LinkedLines({ text, ...link }: LinkedLinesProps) {
  return (
    <>
      {text.split('\n').map((line, lineIndex) => (
        <Fragment key={lineIndex}>
          {lineIndex > 0 && <br />}
          {line.split(WEB_ADDRESS).map((part, partIndex) =>
            partIndex % 2 === 0 ? (
              part
            ) : (
              <a key={partIndex} href={part} {...link}>
                {part}
              </a>
            ),
          )}
        </Fragment>
      ))}
    </>
  )
}
