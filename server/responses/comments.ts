import { findHighlights } from './comment-query'
import type { CommentQuery } from './search-queries'
import { WORD_PATTERN } from './vocabulary'

const EXCERPT_CHARACTERS = 240
const LEAD_CHARACTERS = 60

type CommentSource = { language: string; texts: readonly string[] }
type Comment = { comment: string | null; marks: string[] }

export async function presentComments(rows: readonly CommentSource[], query: CommentQuery | null): Promise<Comment[]> {
  if (query === null) return rows.map(({ texts }) => ({ comment: texts[0] ?? null, marks: [] }))
  const comments = rows.flatMap(({ language, texts }) => texts.map((text) => ({ language, text })))
  const marks = await findHighlights(query, comments)
  let next = 0
  return rows.map(({ texts }) => {
    const candidates = texts.map((text) => ({ text, marks: marks[next++] ?? [] }))
    const best = candidates.reduce<(typeof candidates)[number] | undefined>(
      (top, candidate) => (top && top.marks.length >= candidate.marks.length ? top : candidate),
      undefined,
    )
    return best ? { comment: toExcerpt(best.text, best.marks), marks: best.marks } : { comment: null, marks: [] }
  })
}

function toExcerpt(text: string, words: readonly string[]): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const index = [...line.matchAll(WORD_PATTERN)].find(([word]) => words.includes(word))?.index
  if (index === undefined || index < LEAD_CHARACTERS) return text
  const start = line.indexOf(' ', index - LEAD_CHARACTERS) + 1
  const end = start + EXCERPT_CHARACTERS
  return `…${line.slice(start, end).toWellFormed().trim()}${end < line.length ? '…' : ''}`
}
