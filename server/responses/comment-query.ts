import { WORD_PATTERN } from './constants'
import { analyzeSearchText, type CommentQuery, findMatchingWords } from './search-queries'

const PREFIX_MIN_CHARACTERS = 3
const QUOTED = /["“”„«]([^"“”„«»]*)["“”»]/g

/**
 * Parses a search: words that a comment must all contain, in any form with the same stem in English or French, and "quoted words",
 * matched exactly and adjacent. There are no operators.
 * @returns null if the query contains no word.
 */
export async function parseCommentQuery(organizationId: string, query: string): Promise<CommentQuery | null> {
  const quoted = [...query.matchAll(QUOTED)].map(([, phrase = '']) => phrase)
  const { words, phrases } = await analyzeSearchText(query.replace(QUOTED, ' '), quoted)
  const exact = phrases.flatMap((phrase) => phrase.trim().split(' '))
  if (words.length + exact.length === 0) return null
  const last = /["“”»]\s*$/.test(query) ? undefined : words.at(-1)?.[0]
  const prefix = last !== undefined && Array.from(last).length >= PREFIX_MIN_CHARACTERS ? last : null
  const scopedLexeme = (lexeme: string) => quoteLexeme(organizationId.slice(-8) + lexeme)
  const terms = words.map((forms, index) => {
    const isPrefix = prefix !== null && index === words.length - 1
    return `(${[...new Set(forms)].map((form, formIndex) => `${scopedLexeme(form)}${isPrefix && formIndex === 0 ? ':*' : ''}`).join(' | ')})`
  })
  return {
    lookup: [
      ...terms,
      ...exact.map((word) => scopedLexeme(Array.from(word).slice(0, LEXEME_MAX_CHARACTERS).join(''))),
    ].join(' & '),
    phrases: phrases.map((phrase) => `%${phrase.replace(/[\\%_]/g, String.raw`\$&`)}%`),
    lexemes: [...new Set([...words.flat(), ...exact])],
    prefix,
  }
}

const LEXEME_MAX_CHARACTERS = 40

function quoteLexeme(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

async function findMatchingWordsByText(
  query: CommentQuery,
  texts: readonly { language: string; text: string }[],
): Promise<string[][]> {
  const wordsByText = texts.map(({ language, text }) =>
    [...new Set(text.match(WORD_PATTERN))].map((word) => ({ language, word, key: `${language} ${word}` })),
  )
  const distinct = [...new Map(wordsByText.flat().map((word) => [word.key, word])).values()]
  if (distinct.length === 0) return texts.map(() => [])
  const matching = await findMatchingWords(distinct, query)
  return wordsByText.map((words) => words.filter(({ key }) => matching.has(key)).map(({ word }) => word))
}

const EXCERPT_CHARACTERS = 240
const LEAD_CHARACTERS = 60

/** The comment of each response that contains the most words of a search, as an excerpt around the first; without a search, the first. */
export async function selectCommentExcerpts(
  rows: readonly { language: string; texts: readonly string[] }[],
  query: CommentQuery | null,
): Promise<{ comment: string | null; marks: string[] }[]> {
  if (query === null) return rows.map(({ texts }) => ({ comment: texts[0] ?? null, marks: [] }))
  const comments = rows.flatMap(({ language, texts }) => texts.map((text) => ({ language, text })))
  const marks = await findMatchingWordsByText(query, comments)
  let next = 0
  return rows.map(({ texts }) => {
    const candidates = texts.map((text) => ({ text, marks: marks[next++] ?? [] }))
    const [best] = candidates.toSorted((one, other) => other.marks.length - one.marks.length)
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
