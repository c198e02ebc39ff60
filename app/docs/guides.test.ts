import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Nodes } from 'mdast'
import { describe, expect, it } from 'vitest'
import { buildGuidePlaceholderValues } from '@/components/docs/build-guide-placeholder-values'
import { type Block, type Guide, parseGuide } from '@/components/docs/markdown'
import { parseSampleRequest } from '@/components/docs/request-samples'
import { getDocsFacts } from '@/server/api/pages/docs-facts'
import { REASON_VALUE_NAMES } from '@/server/messaging/outcome/schema'
import { SendingStatus, SendingStepStatus } from '@/server/sequences/schema'

const FOLDER = path.join(import.meta.dirname, '../../docs/guides')
const facts = getDocsFacts()
const names = readdirSync(path.join(FOLDER, 'en'))
const read = (locale: 'en' | 'fr', name: string): Guide =>
  parseGuide(readFileSync(path.join(FOLDER, locale, name), 'utf8'), buildGuidePlaceholderValues(facts, locale))

describe.each(names)('guide %s', (name) => {
  const en = read('en', name)
  const fr = read('fr', name)

  it('the guide has the same blocks, heading ids and code in English and French', () => {
    expect(fr.blocks.map(skeleton)).toEqual(en.blocks.map(skeleton))
  })

  it('the guide has unique heading ids', () => {
    const ids = headingIds(en)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('the guide uses typographic apostrophes, and no-break spaces in French punctuation', () => {
    const texts = [en, fr].flatMap(readTexts)
    expect(texts.filter((text) => /\p{L}'\p{L}/u.test(text))).toEqual([])
    expect(
      readTexts(fr).filter((text) => /[^\s](?: [;:!?»%](?:\s|$)|[!?»])|\u00a0[;:!?»%]|«[^\u202f]/u.test(text)),
    ).toEqual([])
  })

  it('the guide shows only requests that the API supports', () => {
    const operations = facts.scopes.flatMap(({ operations: scopeOperations }) => scopeOperations)
    const requests = en.blocks.flatMap((block) => (block.type === 'codeGroup' ? block.children : []))
    const requestsShown = requests
      .filter(({ lang }) => lang === 'request')
      .map(({ meta, value }) => parseSampleRequest(meta ?? '', value))
      .map(({ method, path: line }) => ({ method, path: line.split('?')[0] }))
    expect(operations).toEqual(expect.arrayContaining(requestsShown))
  })

  it('the guide links only to existing guides and headings', () => {
    const targets = [en, fr]
      .flatMap((guide) => guide.blocks.flatMap(descendants))
      .flatMap((node) => (node.type === 'link' ? [node.url] : []))
      .filter((href) => href.startsWith('/docs/') && href !== '/docs/api')
      .map((href) => href.slice('/docs/'.length).split('#'))
    expect(names).toEqual(expect.arrayContaining(targets.map(([page]) => `${page}.md`)))
    const broken = targets.filter(
      ([page, id]) => id !== undefined && !headingIds(read('en', `${page}.md`)).includes(id),
    )
    expect(broken).toEqual([])
  })
})

it.each(['en', 'fr'])('the guide of sendings lists exactly the statuses of a sending and of a step (%s)', (locale) => {
  const [, ofSending = '', ofStep = ''] = readFileSync(path.join(FOLDER, locale, 'sendings.md'), 'utf8').split(
    '| `status`',
  )
  const list = (table: string) =>
    [...table.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g))
  expect(list(ofSending)).toEqual(SendingStatus.options)
  expect(new Set(list(ofStep.split('## ')[0] ?? ''))).toEqual(new Set(SendingStepStatus.options))
})

it('the guide of sendings lists every status and every reason that a sending can have', () => {
  const source = readFileSync(path.join(FOLDER, 'en/sendings.md'), 'utf8')
  const listed = [...source.matchAll(/^\| (`[^|]+`) +\|/gm)].flatMap(([, cell = '']) =>
    cell.replaceAll('`', '').split(/, */),
  )
  const ofOtherMessages = ['notAdministrator', 'notMember', 'obsolete', 'notWanted', 'leaving', 'late', 'other']
  const reasons = Object.keys(REASON_VALUE_NAMES).filter((code) => !ofOtherMessages.includes(code))
  const expected = [...SendingStatus.options, ...SendingStepStatus.options, ...reasons]
  expect(expected.filter((code) => !listed.map((one) => one.trim()).includes(code))).toEqual([])
})

describe('parseGuide', () => {
  const guide = (text: string) => () => parseGuide(`# Title\n\nLead.\n\n${text}`, {})

  it.each([
    ['a heading without an id', '## Words', '## Words'],
    ['a heading of another level', '#### Words {#words}', '#### Words'],
    ['an unknown placeholder', '{{nothing}}', '{{nothing}}'],
    ['an open fence', '```js\n1', 'not closed, or has no fence (line 5)'],
    ['an open fence that holds a shorter one', '````js\n1\n```\n', 'not closed'],
    ['indented code', '    1', 'not closed'],
    ['code in an unknown language', '```cobol\nSTOP RUN.\n```', '"cobol"'],
    ['a directive with more than its name', '::errors\nand more', '::name'],
    ['a list that does not begin with 1', '3. three', 'begins with 1'],
    ['a link with a title', '[here](/docs "lost")', 'lost'],
  ])('parseGuide refuses %s and explains why', (_, text, words) => {
    expect(guide(text)).toThrow(words)
  })

  it.each([
    ['an image', 'Look: ![a cat](/cat.png)', 'image'],
    ['HTML between paragraphs', '<div>words</div>', 'html'],
    ['HTML in a line', 'some <b>words</b>', 'html'],
    ['emphasis', 'some *words*', 'emphasis'],
    ['a line break', 'one\\\ntwo', 'break'],
    ['a rule', '---', 'thematicBreak'],
    ['a link by reference', '[words][a]\n\n[a]: /docs', 'linkReference'],
    ['the target of a reference', '[a]: /docs', 'definition'],
    ['a list in a list', '- one\n  - two', 'list'],
    ['a second paragraph of an item', '- one\n\n  two', 'paragraph'],
    ['a second paragraph of a note', '> one\n>\n> two', 'paragraph'],
    ['code in strong words', '**some `words`**', 'inlineCode'],
    ['an image in a table', '| a |\n| --- |\n| ![a cat](/cat.png) |', 'image'],
  ])('parseGuide refuses %s and names the unsupported element and its line', (_, text, name) => {
    expect(guide(text)).toThrow(new RegExp(`cannot show ${name} .*line [5-7]`))
  })

  it('parseGuide refuses markup in the title or the lead', () => {
    expect(() => parseGuide('# A `title`\n\nLead.', {})).toThrow('inlineCode')
    expect(() => parseGuide('# Title\n\nA **lead**.', {})).toThrow('strong')
    expect(() => parseGuide('# Title\n\n- no lead', {})).toThrow('begins with')
  })
})

/** What a translation has in common with its original. */
function skeleton(block: Block): unknown {
  switch (block.type) {
    case 'heading':
      return [block.depth, block.id]
    case 'codeGroup':
      return block.children.map(({ lang, meta, value }) => [lang, meta, value])
    case 'table':
      return [block.children[0]?.children.length, block.children.length]
    case 'list':
      return [block.ordered, block.children.length]
    case 'directive':
      return block.name
    default:
      return block.type
  }
}

/** Each paragraph, heading and cell as text, with `x` for code. */
function readTexts({ title, lead, blocks }: Guide): string[] {
  const phrases = blocks.flatMap(descendants).flatMap((node) => (TEXTS.has(node.type) ? [node] : []))
  const texts = phrases.map((phrase) =>
    descendants(phrase)
      .map((node) => (node.type === 'inlineCode' ? 'x' : node.type === 'text' ? node.value : ''))
      .join(''),
  )
  return [title, lead, ...texts]
}

const TEXTS: ReadonlySet<string> = new Set(['heading', 'paragraph', 'tableCell'])

/** The node and everything in it; nothing of code blocks and directives. */
function descendants(node: Block | Nodes): Nodes[] {
  if (node.type === 'codeGroup' || node.type === 'directive') return []
  return [node, ...('children' in node ? node.children.flatMap(descendants) : [])]
}

function headingIds(guide: Guide): string[] {
  return guide.blocks.flatMap((block) => (block.type === 'heading' ? [block.id] : []))
}
