import { foldQuery, type ParsedQuery } from './queries'

const SUBSTRING_MIN_CHARACTERS = 3

const WORDS_AT_MOST = 10

export async function parseSearchQuery(organizationId: string, query: string): Promise<ParsedQuery | null> {
  const inputWords = query.trim().split(/\s+/).slice(0, WORDS_AT_MOST)
  const row = await foldQuery(inputWords)
  const words = [...new Set(row?.words)].slice(0, WORDS_AT_MOST)
  if (!row || words.length === 0) return null
  return {
    text: row.text,
    prefixEnd: `${row.text}\u{10FFFF}`,
    words,
    prefixPatterns: words.map(wordPrefixPattern),
    substringPatterns: words.map((word) => (isShort(word) ? wordPrefixPattern(word) : `%${escapeLike(word)}%`)),
    prefixTsquery: words.map((word) => `${quoteLexeme(organizationId.slice(-8) + word)}:*`).join(' & '),
    gramWords: [...new Set(row.pieces)].map((piece) => (isShort(piece) ? ` ${piece}` : piece)),
  }
}

function wordPrefixPattern(word: string): string {
  return `% ${escapeLike(word)}%`
}

function isShort(word: string): boolean {
  return Array.from(word).length < SUBSTRING_MIN_CHARACTERS
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

function quoteLexeme(lexeme: string): string {
  return `'${Array.from(lexeme).slice(0, 48).join('').replace(/['\\]/g, '$&$&')}'`
}
