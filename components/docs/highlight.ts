import 'server-only'
import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { createHighlighterCore, type LanguageInput } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { CodeLanguage } from './languages'

export type Token = { kind: Kind; text: string }

const KINDS = ['plain', 'comment', 'string', 'keyword', 'number'] as const
type Kind = (typeof KINDS)[number]

/** What the grammars call the parts of code, by what it is to the reader. The longer name counts, then the one with its surroundings. */
const SCOPES: Record<Kind, string[]> = {
  plain: [
    'keyword.operator',
    'storage.type.function.arrow',
    'string.unquoted',
    'string.other.http',
    'http.headers keyword.other.http',
    'meta.parenthese.group.shell entity.name.command.shell',
  ],
  comment: ['comment'],
  string: ['string', 'string.regexp keyword', 'string.regexp keyword.operator', 'string.regexp constant'],
  keyword: [
    'keyword',
    'keyword.operator.new',
    'keyword.operator.expression',
    'keyword.operator.logical.python',
    'keyword.operator.as.php',
    'storage',
    'constant.language',
    'support.function.construct',
    'entity.name.command.shell',
  ],
  number: ['constant.numeric'],
}

const GRAMMARS: Record<CodeLanguage, LanguageInput> = {
  sh: () => import('shiki/langs/sh.mjs'),
  js: () => import('shiki/langs/js.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  http: () => import('shiki/langs/http.mjs'),
}

/** The first code of a language takes long: one piece at a time, and other requests between them. */
const inTurn = pLimit(1)
const done = new Map<string, Promise<Token[]>>()

/** Cuts code into what is said, what is quoted, what commands and what counts. Kept for good: what the guides show is finite. */
export function highlight(code: string, language: CodeLanguage): Promise<Token[]> {
  const key = `${language}\n${code}`
  const known = done.get(key) ?? inTurn(() => tokensOf(code, language))
  done.set(key, known)
  return known
}

let highlighter: ReturnType<typeof createHighlighterCore> | undefined

async function tokensOf(code: string, language: CodeLanguage): Promise<Token[]> {
  await setImmediate()
  // A "colour" is the name of a kind: what that looks like is said where it is shown.
  highlighter ??= createHighlighterCore({
    engine: createJavaScriptRegexEngine(),
    themes: [
      {
        name: 'kinds',
        fg: 'plain',
        settings: KINDS.map((kind) => ({ scope: SCOPES[kind], settings: { foreground: kind } })),
      },
    ],
  })
  const { codeToTokensBase, loadLanguage } = await highlighter
  await loadLanguage(GRAMMARS[language])
  // However slow the machine is, a line is read to its end.
  const found = codeToTokensBase(code, { lang: language, theme: 'kinds', tokenizeTimeLimit: 0 }).flat()
  if (found.length === 0) return [{ kind: 'plain', text: code }]
  const tokens: Token[] = []
  for (const [index, { offset, color }] of found.entries()) {
    const kind = KINDS.find((name) => name === color) ?? 'plain'
    // From the code itself, up to the next token: with the ends of lines, whatever they are.
    const text = code.slice(index === 0 ? 0 : offset, found[index + 1]?.offset)
    const last = tokens.at(-1)
    if (last?.kind === kind) last.text += text
    else tokens.push({ kind, text })
  }
  return tokens
}
