import { foldQuery } from './queries'

export type Asked = {
  text: string
  /** Exclusive upper bound of the texts that start with `text`. */
  end: string
  words: string[]
  /** LIKE patterns: each word as a word prefix. */
  beginnings: string[]
  /** LIKE patterns: each word anywhere, except short words, which match as a word prefix. */
  parts: string[]
  /** tsquery that requires each word as a prefix. */
  lookup: string
  /** Words folded with their accents, for the gram index of contacts; short ones match as a word prefix. */
  pieces: string[]
}

/** Shorter words match as word prefixes only. */
const ANYWHERE_FROM = 3

const WORDS_AT_MOST = 10

/** Parses user input; null if it contains no words. */
export async function readAsked(organizationId: string, query: string): Promise<Asked | null> {
  const given = query.trim().split(/\s+/).slice(0, WORDS_AT_MOST)
  const row = await foldQuery(given)
  const words = [...new Set(row?.words)].slice(0, WORDS_AT_MOST)
  if (!row || words.length === 0) return null
  return {
    text: row.text,
    end: `${row.text}\u{10FFFF}`,
    words,
    beginnings: words.map(beginning),
    parts: words.map((word) => (isShort(word) ? beginning(word) : `%${escapeLike(word)}%`)),
    lookup: words.map((word) => `${quote(organizationId.slice(-8) + word)}:*`).join(' & '),
    pieces: [...new Set(row.pieces)].map((piece) => (isShort(piece) ? ` ${piece}` : piece)),
  }
}

/** For text with a space before each word. */
function beginning(word: string): string {
  return `% ${escapeLike(word)}%`
}

function isShort(word: string): boolean {
  return Array.from(word).length < ANYWHERE_FROM
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** Quotes a lexeme for tsquery, cut to the indexed length. */
function quote(lexeme: string): string {
  return `'${Array.from(lexeme).slice(0, 48).join('').replace(/['\\]/g, '$&$&')}'`
}
