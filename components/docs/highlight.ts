import type { CodeLanguage } from './languages'

export type Token = { kind: 'plain' | 'comment' | 'string' | 'keyword' | 'number'; text: string }

const STRINGS = String.raw`"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|${'`'}(?:\\.|[^${'`'}\\])*${'`'}`
const SLASHES = String.raw`\/\/[^\n]*|\/\*[\s\S]*?\*\/`
const HASH = String.raw`(?<=^|\s)#[^\n]*`

const COMMENTS: Record<CodeLanguage, string> = {
  sh: HASH,
  python: HASH,
  ruby: HASH,
  js: SLASHES,
  php: SLASHES,
  go: SLASHES,
  json: '(?!)',
  http: '(?!)',
}

const KEYWORDS: Record<CodeLanguage, string> = {
  sh: 'curl|echo|export|for|do|done|if|then|fi|sleep|while',
  js: 'import|from|export|function|async|await|const|let|return|if|else|for|of|new|while|throw|try|catch|break|continue',
  python:
    'import|from|def|class|return|if|elif|else|for|in|is|not|and|or|while|with|as|None|True|False|raise|try|except|break|continue|print',
  php: 'function|return|if|else|foreach|for|as|while|throw|new|const|true|false|null|echo|fn|break|continue|namespace|use',
  ruby: 'require|require_relative|def|end|do|unless|if|return|lambda|then|nil|true|false|each|any',
  go: 'package|import|func|var|const|return|if|else|for|range|switch|case|go|type|struct|true|false|nil',
  json: 'true|false|null',
  http: 'POST|GET|PATCH|DELETE|HTTP',
}

/** Cuts code into what is said, what is quoted, what commands and what counts: enough to read by, no more. */
export function highlight(code: string, language: CodeLanguage): Token[] {
  const pattern = new RegExp(
    `(?<comment>${COMMENTS[language]})|(?<string>${language === 'http' ? '(?!)' : STRINGS})|(?<keyword>(?<![\\w$.-])(?:${KEYWORDS[language]})(?![\\w-]))|(?<number>(?<![\\w.-])\\d+(?:\\.\\d+)?(?![\\w-]))`,
    'gm',
  )
  const tokens: Token[] = []
  let end = 0
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) })
    const kind = (['comment', 'string', 'keyword', 'number'] as const).find(
      (name) => match.groups?.[name] !== undefined,
    )
    tokens.push({ kind: kind ?? 'plain', text: match[0] })
    end = match.index + match[0].length
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) })
  return tokens
}
