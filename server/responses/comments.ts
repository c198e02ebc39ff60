import { findMarks } from './asked-words'
import type { AskedWords } from './search-queries'
import { WORD } from './vocabulary'

/** Length of a search excerpt, and how much of it precedes the first match. */
const EXCERPT_CHARACTERS = 240
const LEAD_CHARACTERS = 60

type Written = { language: string; texts: readonly string[] }
type Comment = { comment: string | null; marks: string[] }

/** Comment of each row for lists: its first text; with a search, an excerpt of the text with the most matches, and the matched words. */
export async function presentComments(rows: readonly Written[], asked: AskedWords | null): Promise<Comment[]> {
  if (asked === null) return rows.map(({ texts }) => ({ comment: texts[0] ?? null, marks: [] }))
  const all = rows.flatMap(({ language, texts }) => texts.map((text) => ({ language, text })))
  const marks = await findMarks(asked, all)
  let at = 0
  return rows.map(({ texts }) => {
    const own = texts.map((text) => ({ text, marks: marks[at++] ?? [] }))
    const best = own.reduce<(typeof own)[number] | undefined>(
      (held, one) => (held && held.marks.length >= one.marks.length ? held : one),
      undefined,
    )
    return best ? { comment: cutAround(best.text, best.marks), marks: best.marks } : { comment: null, marks: [] }
  })
}

/** Cuts an excerpt from shortly before the first match. Returns the whole text if the match is near the start or missing. */
function cutAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const place = [...line.matchAll(WORD)].find(([word]) => words.includes(word))?.index
  if (place === undefined || place < LEAD_CHARACTERS) return text
  const start = line.indexOf(' ', place - LEAD_CHARACTERS) + 1
  const end = start + EXCERPT_CHARACTERS
  return `…${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}
