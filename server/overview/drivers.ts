import { excerptAround } from '../search/excerpt'
import { fisherExact } from './fisher'
import { readPeriod } from './period'
import { findPhrases, mergePhrases, splitSentences } from './phrases'
import { listScoredAnswers, type ScoredAnswers as Row, readStems } from './queries'
import type { Driver, Drivers, OverviewQuery } from './schema'

const LEAST = 5
/** Significance level (false discovery rate). */
const SIGNIFICANCE = 0.05
const SHOWN = 6

/**
 * Choices and phrases associated with low scores, with their frequency in low and other responses: the latest 500 of each in the period.
 * A driver needs at least five people with a low score and a significant difference.
 */
export async function getDrivers(organizationId: string, query: OverviewQuery): Promise<Drivers> {
  const { from, to } = await readPeriod(organizationId, query)
  const rows = await listScoredAnswers(organizationId, { from, to, surveyId: query.surveyId })
  const lowScores = rows.filter(({ isLow }) => isLow).length
  return { lowScores, choices: findChoices(rows), phrases: await findPhraseDrivers(rows) }
}

type Counts = Pick<Driver, 'low' | 'lowOf' | 'other' | 'otherOf'>

function countIn(having: readonly Row[], of: readonly Row[]): Counts {
  const low = (rows: readonly Row[]) => rows.filter(({ isLow }) => isLow).length
  return { low: low(having), lowOf: low(of), other: having.length - low(having), otherOf: of.length - low(of) }
}

/**
 * Candidates significantly more frequent in low scores, lowest p-value first. Corrects for multiple comparisons (Benjamini and
 * Hochberg).
 * @param compared number of comparisons, including candidates that are not shown.
 */
function strongest<T extends Counts>(candidates: readonly T[], compared: number): T[] {
  const tested = candidates
    .filter(({ low }) => low >= LEAST)
    .map((one) => ({ one, p: fisherExact(one) }))
    .toSorted((a, b) => a.p - b.p || b.one.low - a.one.low)
  const last = tested.findLastIndex(({ p }, place) => p < (SIGNIFICANCE * (place + 1)) / compared)
  return tested
    .slice(0, last + 1)
    .map(({ one }) => one)
    .filter(({ low, lowOf, other, otherOf }) => low * otherOf > other * lowOf)
}

/** Groups options by question id and option id; shows the most frequent wording. */
function findChoices(rows: readonly Row[]): Driver[] {
  const questions = new Map<string, Row[]>()
  const options = new Map<string, { questionId: string; having: Row[]; names: string[]; questions: string[] }>()
  for (const row of rows)
    for (const { questionId, text, value, labels = [] } of row.choices ?? []) {
      const asked = questions.get(questionId) ?? []
      questions.set(questionId, asked)
      asked.push(row)
      for (const [place, option] of [value].flat().entries()) {
        const id = `${questionId} ${option}`
        const known = options.get(id) ?? { questionId, having: [], names: [], questions: [] }
        options.set(id, known)
        known.having.push(row)
        known.names.push(labels[place] ?? option)
        known.questions.push(text)
      }
    }
  const candidates = [...options.values()].map(({ questionId, having, names, questions: asked }) => ({
    name: mostFrequent(names),
    question: mostFrequent(asked),
    having,
    ...countIn(having, questions.get(questionId) ?? []),
  }))
  return strongest(candidates, candidates.filter(({ low }) => low >= LEAST).length)
    .slice(0, SHOWN)
    .map(({ having, ...counted }) => ({ ...counted, quote: quoteOf(having, []) }))
}

function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [[word] = ['']] = [...counts].toSorted(([one, n], [other, m]) => m - n || one.localeCompare(other))
  return word
}

async function findPhraseDrivers(rows: readonly Row[]): Promise<Driver[]> {
  const written = rows.filter(({ text }) => text !== null)
  const answers = await stemmed(
    written.map(({ isLow, language, text }) => ({ isLow, language, sentences: splitSentences(text ?? '', language) })),
  )
  const { phrases, compared } = findPhrases(answers, LEAST)
  const candidates = phrases.map((phrase) => {
    const having = phrase.answers.flatMap((place) => written[place] ?? [])
    return { ...phrase, having, ...countIn(having, written) }
  })
  return mergePhrases(strongest(candidates, compared), SHOWN).map(({ name, low, lowOf, other, otherOf, having }) => ({
    name,
    question: null,
    low,
    lowOf,
    other,
    otherOf,
    quote: quoteOf(having, name.split(/[ …]+/)),
  }))
}

/** Replaces the keys of words by their stems (PostgreSQL's Snowball dictionaries). Looks up each distinct word once. */
async function stemmed<T extends { language: string; sentences: ReturnType<typeof splitSentences> }>(
  answers: readonly T[],
): Promise<readonly T[]> {
  const known = new Map<string, string>()
  for (const { language, sentences } of answers)
    for (const { surface } of sentences.flat()) known.set(`${language} ${surface}`, surface)
  const rows = await readStems(
    [...known.keys()].map((id) => {
      const [language = '', word = ''] = id.split(' ')
      return { language, word }
    }),
  )
  for (const { language, word, stem } of rows) known.set(`${language} ${word}`, stem)
  return answers.map((answer) => ({
    ...answer,
    sentences: answer.sentences.map((sentence) =>
      sentence.map((word) => ({ ...word, key: known.get(`${answer.language} ${word.surface}`) ?? word.key })),
    ),
  }))
}

/** Excerpt around these words from the latest low response that contains them, else from the latest with any text. */
function quoteOf(having: readonly Row[], words: readonly string[]): Driver['quote'] {
  const wordy = having.filter(({ isLow, text }) => isLow && text !== null && text.trim() !== '')
  const best = wordy.find(({ text }) => words.every((word) => text?.toLowerCase().includes(word))) ?? wordy[0]
  return best ? { responseId: best.id, text: excerptAround(best.text ?? '', words) } : null
}
