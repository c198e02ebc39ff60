import { isStopWord } from './stop-words'

type Word = { key: string; surface: string; isAfterGap: boolean }

export type TokenizedComment = { isLow: boolean; sentences: readonly (readonly Word[])[] }

/**
 * @property keys stems of its words. @property name the most frequent spelling, with … for omitted words.
 * @property answers indices of the answers that contain all of its words.
 */
export type Phrase = { keys: readonly string[]; name: string; answers: readonly number[] }

const PHRASE_MAX_WORDS = 3
const WORD_MIN_CHARACTERS = 3
const WORD_MAX_CHARACTERS = 40

const WORDS_AND_ENDS = /[\p{L}\p{M}]+|[.!?;:\n]/gu

export function tokenizeSentences(text: string, language: string): Word[][] {
  const sentences: Word[][] = [[]]
  let isAfterGap = false
  for (const [token] of text.normalize('NFC').matchAll(WORDS_AND_ENDS)) {
    if (/^[.!?;:\n]$/.test(token)) {
      sentences.push([])
      isAfterGap = false
      continue
    }
    const surface = token.toLowerCase()
    const isWordLength = surface.length >= WORD_MIN_CHARACTERS && surface.length <= WORD_MAX_CHARACTERS
    if (isWordLength && !isStopWord(surface, language)) {
      sentences.at(-1)?.push({ key: surface, surface, isAfterGap })
      isAfterGap = false
    } else isAfterGap = true
  }
  return sentences.filter((words) => words.length > 0)
}

/** Bounds the comparisons for texts in which every run of words is frequent; the most frequent are kept. */
const PHRASES_MAX = 500

/**
 * Words, and runs of up to three in a sentence, that occur in at least `minAnswers` low answers. Each contains a word that is more frequent
 * in low answers than in others.
 * @returns `compared`: the number of words and runs examined, for a correction of multiple comparisons.
 */
export function findLowScorePhraseCandidates(
  answers: readonly TokenizedComment[],
  minAnswers: number,
): { phrases: Phrase[]; compared: number } {
  const byWord = indexWords(answers)
  const lowOf = answers.filter(({ isLow }) => isLow).length
  const countLow = (indices: ReadonlySet<number>) => [...indices].filter((index) => answers[index]?.isLow).length
  const frequent = [...byWord]
    .map(([key, indices]) => ({ key, low: countLow(indices), all: indices.size }))
    .filter(({ low }) => low >= minAnswers)
  const useful = new Set(
    frequent.flatMap(({ key, low, all }) => (low * (answers.length - lowOf) > (all - low) * lowOf ? key : [])),
  )
  const runs = [...countRuns(answers, new Set(frequent.map(({ key }) => key)), useful).values()].filter(
    ({ count }) => count >= minAnswers,
  )
  const phrases = runs
    .toSorted((one, other) => other.count - one.count)
    .slice(0, PHRASES_MAX)
    .map(({ keys, names }) => {
      const [[name] = ['']] = [...names].toSorted(([one, n], [other, m]) => m - n || one.length - other.length)
      const [first = '', ...rest] = keys
      const indices = [...(byWord.get(first) ?? [])]
      return { keys, name, answers: indices.filter((index) => rest.every((key) => byWord.get(key)?.has(index))) }
    })
  return { phrases, compared: frequent.length + runs.filter(({ keys }) => keys.length > 1).length }
}

function indexWords(answers: readonly TokenizedComment[]): ReadonlyMap<string, ReadonlySet<number>> {
  const byWord = new Map<string, Set<number>>()
  for (const [index, { sentences }] of answers.entries())
    for (const { key } of sentences.flat()) byWord.set(key, (byWord.get(key) ?? new Set()).add(index))
  return byWord
}

type Run = { keys: readonly string[]; count: number; last: number; names: Map<string, number> }

function countRuns(
  answers: readonly TokenizedComment[],
  frequent: ReadonlySet<string>,
  useful: ReadonlySet<string>,
): ReadonlyMap<string, Run> {
  const runs = new Map<string, Run>()
  for (const [index, { isLow, sentences }] of answers.entries())
    for (const run of isLow ? sentences.flatMap((words) => listRuns(words, frequent)) : [])
      if (run.some(({ key }) => useful.has(key))) countRun(runs, run, index)
  return runs
}

function listRuns(words: readonly Word[], frequent: ReadonlySet<string>): (readonly Word[])[] {
  return [...words.keys()].flatMap((start) => {
    const runs: (readonly Word[])[] = []
    for (let end = start + 1; end <= Math.min(words.length, start + PHRASE_MAX_WORDS); end += 1) {
      const run = words.slice(start, end)
      const last = run.at(-1)?.key ?? ''
      if (!frequent.has(last) || run.slice(0, -1).some(({ key }) => key === last)) break
      runs.push(run)
    }
    return runs
  })
}

function countRun(runs: Map<string, Run>, words: readonly Word[], index: number): void {
  const keys = words.map(({ key }) => key)
  const id = keys.join(' ')
  const run = runs.get(id) ?? { keys, count: 0, last: -1, names: new Map<string, number>() }
  runs.set(id, run)
  if (run.last === index) return
  run.count += 1
  run.last = index
  const name = words
    .map(({ surface, isAfterGap }, at) => (at === 0 ? surface : `${isAfterGap ? ' … ' : ' '}${surface}`))
    .join('')
  run.names.set(name, (run.names.get(name) ?? 0) + 1)
}

const SAME_ANSWERS_SIMILARITY = 0.8

/**
 * Merges phrases of the same answers: keeps the rank of the first and the longest name.
 * @param phrases the strongest first. @param limit maximum length of the result.
 */
export function mergePhrases<T extends Phrase>(phrases: readonly T[], limit: number): T[] {
  const merged: T[] = []
  for (const phrase of phrases) {
    const index = merged.findIndex((other) => isOverlapping(other, phrase) || isNested(other, phrase))
    const other = merged[index]
    if (other === undefined) {
      if (merged.length < limit) merged.push(phrase)
    } else if (phrase.keys.length > other.keys.length && isOverlapping(other, phrase)) merged[index] = phrase
  }
  return merged
}

function isOverlapping(one: Phrase, other: Phrase): boolean {
  const answers = new Set(one.answers)
  const shared = other.answers.filter((index) => answers.has(index)).length
  return shared >= SAME_ANSWERS_SIMILARITY * (one.answers.length + other.answers.length - shared)
}

function isNested(one: Phrase, other: Phrase): boolean {
  const [few, many] = one.keys.length <= other.keys.length ? [one, other] : [other, one]
  return few.keys.every((key) => many.keys.includes(key))
}
