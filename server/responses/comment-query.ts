import { analyzeQuery, type CommentQuery, findMatchingWords } from './search-queries'
import { WORD_PATTERN } from './vocabulary'

const PREFIX_MIN_CHARACTERS = 3
const QUOTED = /["“”„«]([^"“”„«»]*)["“”»]/g

/**
 * Parses a search: words that a comment must all contain, in any form with the same stem in English or French, and "quoted words",
 * matched exactly and adjacent. There are no operators.
 * @returns null if the query contains no word.
 */
export async function parseCommentQuery(organizationId: string, query: string): Promise<CommentQuery | null> {
  const quoted = [...query.matchAll(QUOTED)].map(([, phrase = '']) => phrase)
  const { words, phrases } = await analyzeQuery(query.replace(QUOTED, ' '), quoted)
  const exact = phrases.flatMap((phrase) => phrase.trim().split(' '))
  if (words.length + exact.length === 0) return null
  const last = /["“”»]\s*$/.test(query) ? undefined : words.at(-1)?.[0]
  const prefix = last !== undefined && Array.from(last).length >= PREFIX_MIN_CHARACTERS ? last : null
  const scopedLexeme = (lexeme: string) => quote(organizationId.slice(-8) + lexeme)
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
    prefix: prefix,
  }
}

const LEXEME_MAX_CHARACTERS = 40

function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

export async function findHighlights(
  { lexemes, prefix }: CommentQuery,
  texts: readonly { language: string; text: string }[],
): Promise<string[][]> {
  const words = texts.map(({ language, text }) => ({ language, words: new Set(text.match(WORD_PATTERN)) }))
  const pairs = [
    ...new Set(words.flatMap(({ language, words: ownWords }) => [...ownWords].map((word) => `${language} ${word}`))),
  ]
  if (pairs.length === 0) return texts.map(() => [])
  const matching = await findMatchingWords(
    pairs.map((one) => one.split(' ')[0] ?? ''),
    pairs.map((one) => one.split(' ')[1] ?? ''),
    { lexemes, prefix: prefix },
  )
  return words.map(({ language, words: ownWords }) =>
    [...ownWords].filter((word) => matching.has(`${language} ${word}`)),
  )
}
