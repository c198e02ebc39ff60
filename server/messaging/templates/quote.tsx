/** @jsxImportSource preact */
import { Fragment } from 'preact'
import { paragraphStyle } from './layout'

const LINE_BREAK = /\r\n|\n|\r/

export function quoteLines(text: string): string {
  return text
    .split(LINE_BREAK)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

export function Quote({ children }: { children: preact.ComponentChildren }) {
  return <blockquote style="margin:8px 0 16px;padding:0 0 0 16px;border-left:3px solid #d8d3cb">{children}</blockquote>
}

export function UnlinkedParagraph({ text }: { text: string }) {
  return (
    <p class="ink" dir="auto" style={paragraphStyle}>
      {text.split(LINE_BREAK).map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </p>
  )
}
