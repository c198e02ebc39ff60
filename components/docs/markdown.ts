/*
 * The part of Markdown that the guides are written in: headings with ids, paragraphs, lists, tables, notes and code. Parsed here and
 * not by a library, because these files are ours, and so that a heading without an id or a wrong word in braces is an error.
 */

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; text: string }
  | { kind: 'paragraph' | 'note'; text: string }
  | { kind: 'list'; ordered: boolean; items: readonly string[] }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'code'; blocks: readonly CodeSource[] }
  | { kind: 'directive'; name: string }

/** Neighbours are the same thing in several languages. @property info what stands behind the fence: `js`, `request POST /contacts`. */
export type CodeSource = { info: string; code: string }
export type Guide = { title: string; lead: string; blocks: readonly Block[] }

/**
 * Reads a guide: its title, the paragraph that leads into it, and the rest.
 * @param words what stands for `{{name}}` in the text.
 * @throws {Error} naming the line that is not understood.
 */
export function parseGuide(source: string, words: Readonly<Record<string, string>>): Guide {
  const text = source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`A guide asks for {{${name}}}, which nobody knows.`)
    return word
  })
  const [title, lead, ...rest] = chunksOf(text)
  if (!title?.startsWith('# ') || lead === undefined) throw new Error('A guide begins with "# Title" and a paragraph.')
  return { title: title.slice(2), lead: joined(lead), blocks: merged(rest.map(blockOf)) }
}

/** Pieces between empty lines; a fence is one piece whatever is in it. */
function chunksOf(text: string): string[] {
  const chunks: string[] = []
  let open: string[] = []
  let fenced = false
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (line.startsWith('```')) fenced = !fenced
    if (line.trim() === '' && !fenced) {
      if (open.length > 0) chunks.push(open.join('\n'))
      open = []
    } else open.push(line)
  }
  if (fenced) throw new Error('A code block is not closed.')
  if (open.length > 0) chunks.push(open.join('\n'))
  return chunks
}

function blockOf(chunk: string): Block {
  const lines = chunk.split('\n')
  const first = lines[0] ?? ''
  if (first.startsWith('```'))
    return { kind: 'code', blocks: [{ info: first.slice(3).trim(), code: lines.slice(1, -1).join('\n') }] }
  if (first.startsWith('#')) return headingOf(first)
  if (first.startsWith('::')) return { kind: 'directive', name: first.slice(2).trim() }
  if (first.startsWith('> ')) return { kind: 'note', text: joined(chunk.replaceAll(/^> ?/gm, '')) }
  if (first.startsWith('|')) return tableOf(lines)
  if (/^(?:- |\d+\. )/.test(first)) return listOf(lines)
  return { kind: 'paragraph', text: joined(chunk) }
}

function headingOf(line: string): Block {
  const match = /^(##|###) (.+) \{#([a-z0-9-]+)\}$/.exec(line)
  if (!match) throw new Error(`A heading is "## Words {#id}", this is not: ${line}`)
  const [, marks = '', text = '', id = ''] = match
  return { kind: 'heading', level: marks.length === 2 ? 2 : 3, id, text }
}

function tableOf(lines: readonly string[]): Block {
  const cells = (line: string) =>
    line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim())
  const [head = '', , ...rows] = lines
  return { kind: 'table', head: cells(head), rows: rows.map(cells) }
}

function listOf(lines: readonly string[]): Block {
  const items: string[] = []
  for (const line of lines) {
    const item = /^(?:- |\d+\. )(.*)$/.exec(line)
    if (item) items.push(item[1] ?? '')
    else items.push(`${items.pop() ?? ''} ${line.trim()}`)
  }
  return { kind: 'list', ordered: !lines[0]?.startsWith('-'), items }
}

function joined(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ')
}

/** Code blocks that follow each other become one with tabs; a request stands alone, for it has its own. */
function merged(blocks: readonly Block[]): Block[] {
  const result: Block[] = []
  for (const block of blocks) {
    const last = result.at(-1)
    if (block.kind === 'code' && last?.kind === 'code' && [...last.blocks, ...block.blocks].every(isInOneLanguage))
      result[result.length - 1] = { kind: 'code', blocks: [...last.blocks, ...block.blocks] }
    else result.push(block)
  }
  return result
}

function isInOneLanguage({ info }: CodeSource): boolean {
  return /^(?:sh|js|python|php)$/.test(info)
}

export type Inline = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string }

/** `code`, **strong** and [links](/docs) in running text. */
export function inlineOf(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)]+)\)/g)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    const [whole, code, strong, label, href] = match
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (strong !== undefined) parts.push({ kind: 'strong', text: strong })
    else parts.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    end = match.index + whole.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
