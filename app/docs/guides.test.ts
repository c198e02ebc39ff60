import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { factWords } from '@/components/docs/facts'
import { type Block, type Guide, inlineOf, parseGuide } from '@/components/docs/markdown'
import { parseRequest } from '@/components/docs/samples'
import { serviceFacts } from '@/server/api/service-facts'

const FOLDER = path.join(import.meta.dirname, '../../docs/guides')
const facts = serviceFacts()
const names = readdirSync(path.join(FOLDER, 'en'))
const read = (locale: 'en' | 'fr', name: string): Guide =>
  parseGuide(readFileSync(path.join(FOLDER, locale, name), 'utf8'), factWords(facts, locale))

describe.each(names)('the guide %s', (name) => {
  const en = read('en', name)
  const fr = read('fr', name)

  it('has the same parts, ids and code in both languages', () => {
    expect(fr.blocks.map(skeleton)).toEqual(en.blocks.map(skeleton))
  })

  it('names each heading once', () => {
    const ids = idsOf(en)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('uses typographic apostrophes, and no-break spaces before the French double signs', () => {
    const texts = [en, fr].flatMap((guide) => [guide.title, guide.lead, ...guide.blocks.flatMap(textsOf)]).map(plain)
    expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual([])
    const french = [fr.title, fr.lead, ...fr.blocks.flatMap(textsOf)].map(plain)
    expect(french.filter((text) => /[^\s\u202f\u00a0](?: [;:!?»%](?:\s|$)|[!?»])/u.test(text))).toEqual([])
  })

  it('shows only calls that the service has', () => {
    const operations = facts.scopes.flatMap(({ operations: opened }) => opened)
    const requests = en.blocks.flatMap((block) => (block.kind === 'code' ? block.blocks : []))
    const called = requests
      .filter(({ info }) => info.startsWith('request '))
      .map(({ info, code }) => parseRequest(info.slice('request '.length), code))
      .map(({ method, path: line }) => ({ method, path: line.split('?')[0] }))
    expect(operations).toEqual(expect.arrayContaining(called))
  })

  it('links only to guides and headings that exist', () => {
    const targets = [en, fr]
      .flatMap((guide) => guide.blocks.flatMap(textsOf).flatMap(linksIn))
      .filter((href) => href.startsWith('/docs/') && href !== '/docs/api')
      .map((href) => href.slice('/docs/'.length).split('#'))
    expect(names).toEqual(expect.arrayContaining(targets.map(([page]) => `${page}.md`)))
    const lost = targets.filter(([page, id]) => id !== undefined && !idsOf(read('en', `${page}.md`)).includes(id))
    expect(lost).toEqual([])
  })
})

it('a heading without an id, an unknown word and an open fence are refused', () => {
  const guide = (text: string) => () => parseGuide(`# Title\n\nLead.\n\n${text}`, {})
  expect(guide('## Words')).toThrow('## Words')
  expect(guide('{{nothing}}')).toThrow('{{nothing}}')
  expect(guide('```js\n1')).toThrow('not closed')
})

function skeleton(block: Block): unknown {
  switch (block.kind) {
    case 'heading':
      return [block.level, block.id]
    case 'code':
      return block.blocks
    case 'table':
      return [block.head.length, block.rows.length]
    case 'list':
      return [block.ordered, block.items.length]
    case 'directive':
      return block.name
    default:
      return block.kind
  }
}

function textsOf(block: Block): readonly string[] {
  if (block.kind === 'table') return [...block.head, ...block.rows.flat()]
  if (block.kind === 'list') return block.items
  return 'text' in block ? [block.text] : []
}

/** The words alone; code keeps its own signs. */
function plain(text: string): string {
  return inlineOf(text)
    .map((part) => (part.kind === 'code' ? 'x' : part.text))
    .join('')
}

function linksIn(text: string): string[] {
  return inlineOf(text).flatMap((part) => (part.kind === 'link' ? [part.href] : []))
}

function idsOf(guide: Guide): string[] {
  return guide.blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : []))
}
