import 'server-only'
import { slug } from 'github-slugger'
import type { Code, Heading, List, Nodes, Parents, PhrasingContent, Root, RootContent, Table } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table'
import { gfmTable } from 'micromark-extension-gfm-table'
import { isCodeLanguage } from './languages'

/*
 * Content model of a guide: headings with ids, paragraphs, lists, tables, notes and code. A library parses the Markdown; this module
 * converts its tree and throws for every node that the page cannot render, so that no text is dropped silently.
 */

export type Block =
  | { kind: 'heading'; level: 2 | 3; id: string; content: Phrase }
  | { kind: 'paragraph' | 'note'; content: Phrase }
  | { kind: 'list'; ordered: boolean; items: readonly Phrase[] }
  | { kind: 'table'; head: readonly Phrase[]; rows: readonly (readonly Phrase[])[] }
  | { kind: 'code'; blocks: readonly CodeSource[] }
  | { kind: 'directive'; name: string }

export type Phrase = readonly Inline[]
type Inline = { kind: 'text' | 'strong' | 'code'; text: string } | { kind: 'link'; text: string; href: string }

/** Consecutive blocks are one sample in several languages. @property info the fence's info string: `js`, `request POST /contacts`. */
export type CodeSource = { info: string; code: string }
export type Guide = { title: string; lead: string; blocks: readonly Block[] }

/**
 * Parses a guide: title, lead paragraph and blocks.
 * @param words values of the `{{name}}` placeholders.
 * @throws {Error} for unsupported content, with its line.
 */
export function parseGuide(source: string, words: Readonly<Record<string, string>>): Guide {
  const text = source.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`A guide asks for {{${name}}}, which nobody knows.`)
    return word
  })
  const tree = parseTree(text)
  const [title, lead, ...rest] = tree.children
  if (title?.type !== 'heading' || title.depth !== 1 || lead?.type !== 'paragraph')
    throw new Error('A guide begins with "# Title" and a paragraph.')
  return {
    title: unmarked(title.children),
    lead: unmarked(lead.children),
    blocks: merged(rest.map((node) => toBlock(node, text))),
  }
}

/**
 * Parses Markdown that is not a guide, such as OpenAPI descriptions: headings get no ids, code no language.
 * @throws {Error} for unsupported content, with its line.
 */
export function parseText(source: string): Block[] {
  const text = source
    .replace(/^(#{2,3}) (.*)$/gm, (_, marks: string, words: string) => `${marks} ${words} {#${slug(words)}}`)
    .replace(/^```\n([^]*?)^```$/gm, '```sh\n$1```')
  return merged(parseTree(text).children.map((node) => toBlock(node, text)))
}

/** Parses one paragraph; an empty text yields an empty phrase. @throws {Error} for more than one paragraph. */
export function parsePhrase(source: string): Phrase {
  const [node, another] = parseTree(source).children
  if (!node) return []
  if (node.type !== 'paragraph' || another) throw unknown(another ?? node)
  return toPhrase(node.children)
}

function parseTree(text: string): Root {
  return fromMarkdown(text, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] })
}

export function plainText(phrase: Phrase): string {
  return phrase.map(({ text }) => text).join('')
}

function toBlock(node: RootContent, source: string): Block {
  switch (node.type) {
    case 'heading':
      return toHeading(node)
    case 'paragraph':
      return toDirective(node.children) ?? { kind: 'paragraph', content: toPhrase(node.children) }
    case 'blockquote':
      return { kind: 'note', content: toOnlyPhrase(node) }
    case 'list':
      return toList(node)
    case 'table':
      return toTable(node)
    case 'code':
      return { kind: 'code', blocks: [toCode(node, source)] }
    default:
      throw unknown(node)
  }
}

function toHeading({ depth, children }: Heading): Block {
  const content = toPhrase(children)
  const last = content.at(-1)
  const [, words, id] = (last?.kind === 'text' && /^(.*) \{#([a-z0-9-]+)\}$/.exec(last.text)) || []
  if ((depth !== 2 && depth !== 3) || words === undefined || id === undefined)
    throw new Error(`A heading is "## Words {#id}", this is not: ${'#'.repeat(depth)} ${plainText(content)}`)
  return {
    kind: 'heading',
    level: depth,
    id,
    content: [...content.slice(0, -1), ...(words === '' ? [] : [{ kind: 'text', text: words } as const])],
  }
}

function toDirective(children: readonly PhrasingContent[]): Block | undefined {
  const [first] = children
  if (first?.type !== 'text' || !first.value.startsWith('::')) return undefined
  const name = /^::([a-z]+)$/.exec(first.value)?.[1]
  if (name === undefined || children.length > 1)
    throw new Error(`"::name" stands alone in its paragraph${describePlace(first)}.`)
  return { kind: 'directive', name }
}

function toList(list: List): Block {
  if (list.ordered && list.start !== 1) throw new Error(`A list of a guide begins with 1${describePlace(list)}.`)
  return { kind: 'list', ordered: list.ordered === true, items: list.children.map(toOnlyPhrase) }
}

function toTable({ children }: Table): Block {
  const [head = [], ...rows] = children.map((row) => row.children.map((cell) => toPhrase(cell.children)))
  return { kind: 'table', head, rows }
}

function toCode(node: Code, source: string): CodeSource {
  const info = [node.lang, node.meta].filter(Boolean).join(' ')
  const raw = source.slice(node.position?.start.offset, node.position?.end.offset)
  const fence = /^(?:`{3,}|~{3,})/.exec(raw)?.[0]
  const lastLine = raw.slice(raw.lastIndexOf('\n') + 1).trim()
  if (fence === undefined || raw === lastLine || !lastLine.startsWith(fence))
    throw new Error(`A code block is not closed, or has no fence${describePlace(node)}.`)
  if (!isCodeLanguage(info) && !/^(?:answer|request) \S/.test(info))
    throw new Error(
      `A code block of a guide is in one of our languages, a request or an answer, not "${info}"${describePlace(node)}.`,
    )
  return { info, code: node.value }
}

function toOnlyPhrase(parent: Parents): Phrase {
  const [paragraph, ...others] = parent.children
  if (paragraph?.type !== 'paragraph') throw unknown(paragraph ?? parent)
  if (others[0]) throw unknown(others[0], parent)
  return toPhrase(paragraph.children)
}

function toPhrase(children: readonly PhrasingContent[]): Phrase {
  return children.map((node) => {
    switch (node.type) {
      case 'text':
        return { kind: 'text', text: joined(node.value) }
      case 'inlineCode':
        return { kind: 'code', text: node.value }
      case 'strong':
        return { kind: 'strong', text: unmarked(node.children) }
      case 'link':
        if (node.title) throw new Error(`A link of a guide has no title${describePlace(node)}: "${node.title}"`)
        return { kind: 'link', text: unmarked(node.children), href: node.url }
      default:
        throw unknown(node)
    }
  })
}

function unmarked(children: readonly PhrasingContent[]): string {
  return children
    .map((node) => {
      if (node.type !== 'text') throw unknown(node)
      return joined(node.value)
    })
    .join('')
}

function joined(text: string): string {
  return text.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')
}

/** @param parent the node that has too many children. */
function unknown(node: Nodes, parent?: Nodes): Error {
  return new Error(
    `A guide cannot show ${node.type}${parent ? ` as a further part of ${parent.type}` : ' here'}${describePlace(node)}.`,
  )
}

function describePlace({ position }: Nodes): string {
  return position ? ` (line ${position.start.line})` : ''
}

/** Merges consecutive code blocks into one with tabs; a request stays separate, because it gets tabs of its own. */
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
