import { queryRows } from '../db'

/** What is asked, as the database folds it. */
export type Asked = {
  /** All of it, in one line. */
  text: string
  /** The first text after those that begin with it. */
  end: string
  words: string[]
  /** Each word as the pattern of a text in which a word begins with it. */
  beginnings: string[]
  /** The same anywhere in a word, but for words so short that they are everywhere. */
  parts: string[]
  /** The words of a comment that begin with each, as a query of tsquery. */
  lookup: string
  /** As contacts' search looks them up: with their accents, and what is short at the beginning of a word. */
  pieces: string[]
}

/** Words of fewer letters are looked for at the beginning of words alone. */
const ANYWHERE_FROM = 3

const WORDS_AT_MOST = 10

/** Reads what somebody typed; null where it holds nothing to look for. */
export async function readAsked(organizationId: string, query: string): Promise<Asked | null> {
  const given = query.trim().split(/\s+/).slice(0, WORDS_AT_MOST)
  const [row] = await queryRows<{ text: string; words: string[]; pieces: string[] }>({
    name: 'read-asked',
    text: `SELECT find_fold($1::text) AS text, array_remove(string_to_array(find_words($1::text), ' '), '') AS words,
      ARRAY(SELECT search_fold(piece) FROM unnest($2::text[]) piece) AS pieces`,
    values: [given.join(' '), given],
  })
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

/** Of a text with a space before each word. */
function beginning(word: string): string {
  return `% ${escapeLike(word)}%`
}

function isShort(word: string): boolean {
  return Array.from(word).length < ANYWHERE_FROM
}

/** In a pattern of LIKE, `%`, `_` and `\` mean themselves. */
function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, String.raw`\$&`)
}

/** A lexeme of tsquery, of at most as many letters as one is kept with. */
function quote(lexeme: string): string {
  return `'${Array.from(lexeme).slice(0, 48).join('').replace(/['\\]/g, '$&$&')}'`
}
