import 'server-only'
import { slug } from 'github-slugger'
import type { Blockquote, Code, Heading, List, Nodes, Paragraph, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { toString as plainText } from 'mdast-util-to-string'
import { gfmTable } from 'micromark-extension-gfm-table'
import { isCodeLanguage } from './code-languages'

/*
 * Markdown of guides and API descriptions as mdast nodes, with ids on headings and two nodes of our own. Content that the page cannot
 * render is refused, so that no text is dropped silently.
 */

export type Block = IdentifiedHeading | Paragraph | Blockquote | List | Table | CodeGroup | MarkdownDirective
export type IdentifiedHeading = Heading & { depth: 2 | 3; id: string }
/** Consecutive code blocks: one sample in several languages. */
export type CodeGroup = { type: 'codeGroup'; children: readonly Code[] }
/** `::name`, alone in its paragraph: a component of the page. */
export type MarkdownDirective = { type: 'directive'; name: string }
export type Guide = { title: string; lead: string; blocks: readonly Block[] }

/**
 * Parses a guide: title, lead paragraph and blocks.
 * @param values values of the `{{name}}` placeholders.
 * @throws {Error} for unsupported content, with its line.
 */
export function parseGuide(source: string, values: Readonly<Record<string, string>>): Guide {
  const text = source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`Unknown placeholder in a guide: {{${name}}}`)
    return value
  })
  const [title, lead, ...rest] = parseTree(text).children
  if (title?.type !== 'heading' || title.depth !== 1 || lead?.type !== 'paragraph')
    throw new Error('A guide begins with "# Title" and a paragraph.')
  const markup = [...title.children, ...lead.children].find(({ type }) => type !== 'text')
  if (markup) throw unsupported(markup)
  return {
    title: plainText(title),
    lead: plainText(lead),
    blocks: groupCode(rest.map((node) => (node.type === 'heading' ? toHeading(node) : toBlock(node, text)))),
  }
}

/**
 * Parses Markdown that is not a guide, such as OpenAPI descriptions: ids of headings are their slugs, code without a language is shell.
 * @throws {Error} for unsupported content, with its line.
 */
export function parseMarkdown(source: string): Block[] {
  const blocks = parseTree(source).children.map((node) => {
    if (node.type === 'heading') return withId(node, slug(plainText(node)))
    return toBlock(node.type === 'code' ? { ...node, lang: node.lang ?? 'sh' } : node, source)
  })
  return groupCode(blocks)
}

/** Parses one paragraph; null for an empty text. @throws {Error} for more than one paragraph. */
export function parseParagraph(source: string): Paragraph | null {
  const [node, second] = parseTree(source).children
  if (!node) return null
  if (node.type !== 'paragraph' || second) throw unsupported(second ?? node)
  return node
}

function parseTree(text: string): Root {
  const tree = fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
  validate(tree)
  return tree
}

const PHRASING = ['text', 'inlineCode', 'strong', 'link']
const CONTENT: Partial<Record<Nodes['type'], readonly string[]>> = {
  root: ['heading', 'paragraph', 'blockquote', 'list', 'table', 'code'],
  heading: PHRASING,
  paragraph: PHRASING,
  strong: ['text'],
  link: ['text'],
  blockquote: ['paragraph'],
  list: ['listItem'],
  listItem: ['paragraph'],
  table: ['tableRow'],
  tableRow: ['tableCell'],
  tableCell: PHRASING,
}

/** Also joins the lines of texts. @throws {Error} for unsupported content. */
function validate(node: Nodes): void {
  if (node.type === 'text') node.value = node.value.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
  if (node.type === 'link' && node.title)
    throw new Error(`A link of a guide has no title${describePlace(node)}: "${node.title}"`)
  if (node.type === 'list' && node.ordered && node.start !== 1)
    throw new Error(`A list of a guide begins with 1${describePlace(node)}.`)
  if (!('children' in node)) return
  for (const child of node.children) {
    if (!CONTENT[node.type]?.includes(child.type)) throw unsupported(child)
    validate(child)
  }
  if ((node.type === 'blockquote' || node.type === 'listItem') && node.children.length !== 1)
    throw unsupported(node.children[1] ?? node)
}

function toBlock(node: Exclude<RootContent, Heading>, source: string): Block {
  switch (node.type) {
    case 'paragraph':
      return toDirective(node) ?? node
    case 'code':
      validateCode(node, source)
      return { type: 'codeGroup', children: [node] }
    case 'blockquote':
    case 'list':
    case 'table':
      return node
    default:
      throw unsupported(node)
  }
}

function toHeading(node: Heading): IdentifiedHeading {
  const last = node.children.at(-1)
  const [, text, id] = (last?.type === 'text' && /^(.*) \{#([a-z0-9-]+)\}$/.exec(last.value)) || []
  if (last?.type !== 'text' || text === undefined || id === undefined)
    throw new Error(`A heading is "## Words {#id}", this is not: ${'#'.repeat(node.depth)} ${plainText(node)}`)
  last.value = text
  return withId(node, id)
}

function withId(node: Heading, id: string): IdentifiedHeading {
  const { depth } = node
  if (depth !== 2 && depth !== 3)
    throw new Error(`A heading begins with ## or ###, this does not: ${'#'.repeat(depth)} ${plainText(node)}`)
  return { ...node, depth, id }
}

function toDirective({ children: [first, ...more] }: Paragraph): MarkdownDirective | undefined {
  if (first?.type !== 'text' || !first.value.startsWith('::')) return undefined
  const name = /^::([a-z]+)$/.exec(first.value)?.[1]
  if (name === undefined || more.length > 0)
    throw new Error(`"::name" stands alone in its paragraph${describePlace(first)}.`)
  return { type: 'directive', name }
}

/** Info strings: `js`, `json`, `answer 201`, `request POST /contacts`. */
function validateCode(node: Code, source: string): void {
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset)
  const fence = /^(?:`{3,}|~{3,})/.exec(raw)?.[0]
  const lastLine = raw.slice(raw.lastIndexOf('\n') + 1).trim()
  if (fence === undefined || raw === lastLine || !lastLine.startsWith(fence))
    throw new Error(`A code block is not closed, or has no fence${describePlace(node)}.`)
  const lang = node.lang ?? ''
  if (node.meta ? lang !== 'answer' && lang !== 'request' : !isCodeLanguage(lang))
    throw new Error(
      `A code block of a guide is in one of our languages, a request or an answer, not "${lang}"${describePlace(node)}.`,
    )
}

function unsupported(node: Nodes): Error {
  return new Error(`A guide cannot show ${node.type} here${describePlace(node)}.`)
}

function describePlace({ position }: Nodes): string {
  return position ? ` (line ${position.start.line})` : ''
}

/** Groups consecutive code blocks into tabs; a request stays separate, because it gets tabs of its own. */
function groupCode(blocks: readonly Block[]): Block[] {
  const result: Block[] = []
  for (const block of blocks) {
    const last = result.at(-1)
    if (block.type === 'codeGroup' && last?.type === 'codeGroup' && [...last.children, ...block.children].every(isTab))
      result[result.length - 1] = { type: 'codeGroup', children: [...last.children, ...block.children] }
    else result.push(block)
  }
  return result
}

function isTab({ lang }: Code): boolean {
  return /^(?:sh|js|python|php)$/.test(lang ?? '')
}
