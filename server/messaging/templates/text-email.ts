import { type Html, html } from './html'
import { layout, paragraph, type Rendered, type Sender, textFoot } from './layout'

/** A message in the sequence's own words: an empty line parts paragraphs, addresses become links. */
export function renderTextEmail(sender: Sender, subject: string, body: string): Rendered {
  return { subject, text: `${body}\n\n${textFoot(sender)}`, html: layout(sender, subject, html`${paragraphs(body)}`) }
}

export function paragraphs(text: string): Html[] {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((lines) => html`<p class="ink" style="${paragraph}">${lines.split('\n').map(renderLine)}</p>\n`)
}

function renderLine(line: string, index: number): Html {
  return html`${index === 0 ? null : html`<br>`}${line.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)])/).map(linked)}`
}

/** Every other part of the split is an address. */
function linked(part: string, index: number): Html {
  return index % 2 === 0 ? html`${part}` : html`<a href="${part}">${part}</a>`
}
