import { type Asked, foldQuery } from './queries'

const SUBSTRING_MIN_CHARACTERS = 3

const WORDS_AT_MOST = 10

export async function readAsked(organizationId: string, query: string): Promise<Asked | null> {
  const inputWords = query.trim().split(/\s+/).slice(0, WORDS_AT_MOST)
  const row = await foldQuery(inputWords)
  const words = [...new Set(row?.words)].slice(0, WORDS_AT_MOST)
  if (!row || words.length === 0) return null
  return {
    text: row.text,
    end: `${row.text}\u{10FFFF}`,
    words,
    beginnings: words.map(wordPrefixPattern),
    parts: words.map((word) => (isShort(word) ? wordPrefixPattern(word) : `%${escapeLike(word)}%`)),
    lookup: words.map((word) => `${quoteLexeme(organizationId.slice(-8) + word)}:*`).join(' & '),
    pieces: [...new Set(row.pieces)].map((piece) => (isShort(piece) ? ` ${piece}` : piece)),
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
