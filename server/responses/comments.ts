import { type AskedWords, findMarks } from './asked-words'
import { WORD } from './vocabulary'

/** So much of a comment is shown where a search found something in it, and so much of that before what it found. */
const EXCERPT_CHARACTERS = 240
const LEAD_CHARACTERS = 60

type Written = { language: string; texts: readonly string[] }
type Comment = { comment: string | null; marks: string[] }

/**
 * What a list shows of what people wrote: their first words; where something was asked, those of their answers that hold it, from a
 * little before, with the words that it found.
 */
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

/** A part of a text in one line, from a little before the first of the words; all of it where it is short, or has none. */
function cutAround(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const place = [...line.matchAll(WORD)].find(([word]) => words.includes(word))?.index
  if (place === undefined || place < LEAD_CHARACTERS) return text
  const start = line.indexOf(' ', place - LEAD_CHARACTERS) + 1
  const end = start + EXCERPT_CHARACTERS
  return `…${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}
