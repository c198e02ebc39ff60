/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { renderToString } from 'preact-render-to-string'

type WordTableProps = { width?: number; align?: 'center'; cells: readonly ComponentChildren[] }

/**
 * Outlook on Windows renders with Word's engine, which ignores `max-width` and `inline-block`: only there, the cells are side by side in a
 * table of this width in pixels. Other clients read the table as comments.
 */
export function WordTable({ width, align, cells }: WordTableProps) {
  const size = [width && ` width="${width}"`, align && ` align="${align}"`].filter(Boolean).join('')
  const open = `<table role="presentation"${size} cellpadding="0" cellspacing="0"><tr><td valign="top">`
  const content = cells.map((cell) => renderToString(<>{cell}</>)).join(wordOnly('</td><td valign="top">'))
  return <div dangerouslySetInnerHTML={{ __html: wordOnly(open) + content + wordOnly('</td></tr></table>') }} />
}

function wordOnly(html: string): string {
  return `<!--[if mso]>${html}<![endif]-->`
}
