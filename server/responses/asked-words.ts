import { queryRows } from '../db'
import { WORD } from './vocabulary'

/** What somebody looks for in comments, as the database compares it. */
export type AskedWords = {
  /** For response_find_words: every word in one of its forms, the last one as a beginning too. */
  lookup: string
  /** Patterns of LIKE, for response_phrases: words that stand side by side. */
  phrases: string[]
  /** Forms of the words: what has one of them is what was looked for. */
  lexemes: string[]
  /** What the last word begins with, while it may not be typed to its end. */
  beginning: string | null
}

/** A beginning of fewer letters is that of too many words to mean one. */
const BEGINNING_FROM = 3
const QUOTED = /["“”„«]([^"“”„«»]*)["“”»]/g

/**
 * Reads what somebody typed: words, of which a comment has to have all, in any form that has the same stem in English or in French;
 * and "words in quotes", as they are and side by side. Nothing in it is an operator. Null where it holds no word.
 */
export async function readAskedWords(organizationId: string, query: string): Promise<AskedWords | null> {
  const quoted = [...query.matchAll(QUOTED)].map(([, phrase = '']) => phrase)
  const [row] = await queryRows<{ words: string[][]; phrases: string[] }>({
    name: 'read-asked-words',
    text: `SELECT
      (SELECT coalesce(json_agg(word_lexemes(NULL, find_fold(word), search_fold(word)) ORDER BY place), '[]')
        FROM string_to_table(text_words($1::text), ' ') WITH ORDINALITY asked(word, place) WHERE word <> '') AS words,
      ARRAY(SELECT phrase FROM unnest($2::text[]) given, phrase_words(given) phrase WHERE phrase <> ' ') AS phrases`,
    values: [query.replace(QUOTED, ' '), quoted],
  })
  const { words = [], phrases = [] } = row ?? {}
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

/** As many letters of a word as word_lexemes keeps. */
const LEXEME_CHARACTERS = 40

/** A lexeme of tsquery. */
function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, '$&$&')}'`
}

/**
 * Which words of texts are what was looked for, as they are written there.
 * @returns for each text, in their order.
 */
export async function findMarks(
  { lexemes, beginning }: AskedWords,
  texts: readonly { language: string; text: string }[],
): Promise<string[][]> {
  const words = texts.map(({ language, text }) => ({ language, words: new Set(text.match(WORD)) }))
  const asked = [...new Set(words.flatMap(({ language, words: own }) => [...own].map((word) => `${language} ${word}`)))]
  if (asked.length === 0) return texts.map(() => [])
  const rows = await queryRows<{ found: string }>({
    name: 'find-marks',
    text: `SELECT language || ' ' || word AS found FROM unnest($1::text[], $2::text[]) given(language, word)
      WHERE word_lexemes(language, find_fold(word), search_fold(word)) && $3::text[] OR starts_with(find_fold(word), $4::text)`,
    values: [asked.map((one) => one.split(' ')[0]), asked.map((one) => one.split(' ')[1]), lexemes, beginning],
  })
  const found = new Set(rows.map((row) => row.found))
  return words.map(({ language, words: own }) => [...own].filter((word) => found.has(`${language} ${word}`)))
}
