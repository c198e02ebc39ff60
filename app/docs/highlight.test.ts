import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { buildGuidePlaceholderValues } from '@/components/docs/build-guide-placeholder-values'
import { CODE_LANGUAGES, type CodeLanguage, isCodeLanguage } from '@/components/docs/code-languages'
import { highlight, type Token } from '@/components/docs/highlight'
import { parseGuide } from '@/components/docs/markdown'
import { KEY_PLACEHOLDER, parseSampleRequest, renderRequestSamples } from '@/components/docs/request-samples'
import { getDocsFacts } from '@/server/api/pages/docs-facts'

type Sample = { language: CodeLanguage; code: string }

const FOLDER = path.join(import.meta.dirname, '../../docs/guides')
const EXTENSIONS: Record<string, CodeLanguage> = {
  mjs: 'js',
  py: 'python',
  php: 'php',
  rb: 'ruby',
  go: 'go',
  json: 'json',
}
const facts = getDocsFacts()

const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).sort()
/** All but the one without code. */
const guides = files.filter((file) => file.endsWith('.md') && !file.endsWith('deliverability.md'))
const receivers = files.filter((file) => file.startsWith('receivers') && path.extname(file) !== '')

describe('syntax highlighting', () => {
  it.each(guides)('highlighting preserves the code and the API key placeholders in the guide %s', (file) => {
    const samples = readSamples(file)
    expect(samples.length).toBeGreaterThan(1)
    expect(samples.map(tokenContent)).toEqual(samples.map(sourceContent))
  })

  it.each(receivers)('highlighting preserves the code and the API key placeholders in the receiver %s', (file) => {
    const language = EXTENSIONS[path.extname(file).slice(1)]
    if (!language) throw new Error(`In which language is ${file}?`)
    const sample = { language, code: readFileSync(path.join(FOLDER, file), 'utf8') }
    expect(tokenContent(sample)).toEqual(sourceContent(sample))
  })

  it.each(Object.keys(CODE_LANGUAGES).filter(isCodeLanguage))('highlighting preserves unusual %s input', (language) => {
    const samples = ['', '\n', ' \r\n\r\nif "x\r\n', '𝒳 <b>`${\u2028'].map((code) => ({ language, code }))
    expect(samples.map(tokenContent)).toEqual(samples.map(sourceContent))
  })
})

it.each<[CodeLanguage, string, Token[]]>([
  ['sh', 'echo "$x" # why', [keyword('echo'), plain(' '), string('"$x"'), plain(' '), comment('# why')]],
  [
    'js',
    "const a = b('c', 1)",
    [keyword('const'), plain(' a = b('), string("'c'"), plain(', '), number('1'), plain(')')],
  ],
  [
    'python',
    'if a is not None: # why',
    [
      keyword('if'),
      plain(' a '),
      keyword('is'),
      plain(' '),
      keyword('not'),
      plain(' '),
      keyword('None'),
      plain(': '),
      comment('# why'),
    ],
  ],
  [
    'php',
    "return [$a => 'b']; // why",
    [keyword('return'), plain(' [$a => '), string("'b'"), plain(']; '), comment('// why')],
  ],
  ['ruby', 'def a = "#{b}."', [keyword('def'), plain(' a = '), string('"#{b}."')]],
  ['go', 'return nil // why', [keyword('return'), plain(' '), keyword('nil'), plain(' '), comment('// why')]],
  [
    'json',
    '{ "a": [1, true] }',
    [plain('{ '), string('"a"'), plain(': ['), number('1'), plain(', '), keyword('true'), plain('] }')],
  ],
  [
    'http',
    'POST /a HTTP/1.1\nA: b',
    [keyword('POST'), plain(' '), string('/a'), plain(' '), keyword('HTTP/1.1'), plain('\nA: b')],
  ],
])('highlight splits %s code into comments, strings, keywords and numbers', (language, code, tokens) => {
  expect(highlight(code, language)).toEqual(tokens)
})

function plain(text: string): Token {
  return { kind: 'plain', text }
}
function comment(text: string): Token {
  return { kind: 'comment', text }
}
function string(text: string): Token {
  return { kind: 'string', text }
}
function keyword(text: string): Token {
  return { kind: 'keyword', text }
}
function number(text: string): Token {
  return { kind: 'number', text }
}

type Preserved = { code: string; keys: number }

/** Content that highlighting must preserve: the code and its number of key placeholders. */
function sourceContent({ code }: Sample): Preserved {
  return { code, keys: code.split(KEY_PLACEHOLDER).length - 1 }
}

function tokenContent({ language, code }: Sample): Preserved {
  const texts = highlight(code, language).map(({ text }) => text)
  return { code: texts.join(''), keys: texts.flatMap((text) => text.split(KEY_PLACEHOLDER).slice(1)).length }
}

function readSamples(file: string): Sample[] {
  const words = buildGuidePlaceholderValues(facts, file.startsWith('fr') ? 'fr' : 'en')
  const { blocks } = parseGuide(readFileSync(path.join(FOLDER, file), 'utf8'), words)
  return blocks
    .flatMap((block) => (block.type === 'codeGroup' ? block.children : []))
    .flatMap(({ lang, meta, value: code }): Sample[] => {
      if (lang === 'request') return renderRequestSamples(parseSampleRequest(meta ?? '', code), facts.baseUrl)
      const language = lang === 'answer' ? 'json' : (lang ?? '')
      return isCodeLanguage(language) ? [{ language, code }] : []
    })
}
