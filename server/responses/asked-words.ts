import { type AskedWords, findMatchingWords, readQueryWords } from './search-queries'
import { WORD } from './vocabulary'

/** Shorter prefixes match too many words. */
const BEGINNING_FROM = 3
const QUOTED = /["“”„«]([^"“”„«»]*)["“”»]/g

/**
 * Parses a search: words that a comment must all contain, in any form with the same stem in English or French, and "quoted words",
 * matched exactly and adjacent. There are no operators.
 * @returns null if the query contains no word.
 */
export async function readAskedWords(organizationId: string, query: string): Promise<AskedWords | null> {
  const quoted = [...query.matchAll(QUOTED)].map(([, phrase = '']) => phrase)
  const { words, phrases } = await readQueryWords(query.replace(QUOTED, ' '), quoted)
  const exact = phrases.flatMap((phrase) => phrase.trim().split(' '))
  if (words.length + exact.length === 0) return null
  const last = /["“”»]\s*$/.test(query) ? undefined : words.at(-1)?.[0]
  const beginning = last !== undefined && Array.from(last).length >= BEGINNING_FROM ? last : null
  const marked = (lexeme: string) => quote(organizationId.slice(-8) + lexeme)
  const terms = words.map((forms, place) => {
    const isBegun = beginning !== null && place === words.length - 1
    return `(${[...new Set(forms)].map((form, at) => `${marked(form)}${isBegun && at === 0 ? ':*' : ''}`).join(' | ')})`
  })
  return {
    lookup: [...terms, ...exact.map((word) => marked(Array.from(word).slice(0, LEXEME_CHARACTERS).join('')))].join(
      ' & ',
    ),
    phrases: phrases.map((phrase) => `%${phrase.replace(/[\\%_]/g, String.raw`\$&`)}%`),
    lexemes: [...new Set([...words.flat(), ...exact])],
    beginning,
  }
}

/** Word length at which the database function word_lexemes truncates. */
const LEXEME_CHARACTERS = 40

function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

/**
 * Finds the words of each text that match the search, as written in the text.
 * @returns one array per text, in the order of `texts`.
 */
export async function findMarks(
  { lexemes, beginning }: AskedWords,
  texts: readonly { language: string; text: string }[],
): Promise<string[][]> {
  const words = texts.map(({ language, text }) => ({ language, words: new Set(text.match(WORD)) }))
  const asked = [...new Set(words.flatMap(({ language, words: own }) => [...own].map((word) => `${language} ${word}`)))]
  if (asked.length === 0) return texts.map(() => [])
  const found = await findMatchingWords(
    asked.map((one) => one.split(' ')[0] ?? ''),
    asked.map((one) => one.split(' ')[1] ?? ''),
    { lexemes, beginning },
  )
  return words.map(({ language, words: own }) => [...own].filter((word) => found.has(`${language} ${word}`)))
}
