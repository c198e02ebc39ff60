import type { ResponseFilter } from '../responses/response-filter'
import { excerptAround } from '../search/excerpt'
import { fisherExact } from './fisher-exact'
import { findLowScorePhraseCandidates, mergePhrases, tokenizeSentences } from './low-score-phrases'
import { resolvePeriod } from './period'
import type { OverviewQuery, ScoreDriver, ScoreDrivers } from './schema'
import { findWordStems, listScoreDriverResponses, type ResponseForScoreDrivers as Row } from './score-driver-queries'

const MIN_LOW_RESPONSES = 5
const FALSE_DISCOVERY_RATE = 0.05
const MAX_DRIVERS = 6

/** Drivers of low scores in a period; see {@link findScoreDrivers}. */
export async function getScoreDrivers(organizationId: string, query: OverviewQuery): Promise<ScoreDrivers> {
  const { from, to } = await resolvePeriod(organizationId, query)
  return findScoreDrivers(organizationId, {
    start_date: from.toISOString(),
    end_date: new Date(to.getTime() - 1).toISOString(),
    ...(query.surveyId === undefined ? {} : { survey_id: query.surveyId }),
  })
}

/**
 * Choices and phrases associated with low scores, with their frequency in low and other responses: the latest 500 of each that match. A
 * driver needs at least five people with a low score and a significant difference.
 */
export async function findScoreDrivers(organizationId: string, filter: ResponseFilter): Promise<ScoreDrivers> {
  const rows = await listScoreDriverResponses(organizationId, filter)
  const lowScores = rows.filter(({ isLow }) => isLow).length
  return { lowScores, choices: findChoiceDrivers(rows), phrases: await findPhraseDrivers(rows) }
}

type Counts = Pick<ScoreDriver, 'low' | 'lowOf' | 'other' | 'otherOf'>

function countLowAndOther(having: readonly Row[], all: readonly Row[]): Counts {
  const low = (rows: readonly Row[]) => rows.filter(({ isLow }) => isLow).length
  return { low: low(having), lowOf: low(all), other: having.length - low(having), otherOf: all.length - low(all) }
}

/**
 * Candidates significantly more frequent in low scores, lowest p-value first. Corrects for multiple comparisons (Benjamini and
 * Hochberg).
 * @param compared number of comparisons, including candidates that are not shown.
 */
function selectSignificant<T extends Counts>(candidates: readonly T[], compared: number): T[] {
  const tested = candidates
    .filter(({ low }) => low >= MIN_LOW_RESPONSES)
    .map((candidate) => ({ candidate, p: fisherExact(candidate) }))
    .toSorted((a, b) => a.p - b.p || b.candidate.low - a.candidate.low)
  const last = tested.findLastIndex(({ p }, index) => p < (FALSE_DISCOVERY_RATE * (index + 1)) / compared)
  return tested
    .slice(0, last + 1)
    .map(({ candidate }) => candidate)
    .filter(({ low, lowOf, other, otherOf }) => low * otherOf > other * lowOf)
}

function findChoiceDrivers(rows: readonly Row[]): ScoreDriver[] {
  const questions = new Map<string, Row[]>()
  const options = new Map<string, { answered: Row[]; having: Row[]; names: string[]; wordings: string[] }>()
  for (const row of rows)
    for (const { questionId, text, value, labels = [] } of row.choices ?? []) {
      const answered = questions.get(questionId) ?? []
      questions.set(questionId, answered)
      answered.push(row)
      for (const [index, optionId] of [value].flat().entries()) {
        const optionKey = `${questionId} ${optionId}`
        const option = options.get(optionKey) ?? { answered, having: [], names: [], wordings: [] }
        options.set(optionKey, option)
        option.having.push(row)
        option.names.push(labels[index] ?? optionId)
        option.wordings.push(text)
      }
    }
  const candidates = [...options.values()].map(({ answered, having, names, wordings }) => ({
    name: mostFrequent(names),
    question: mostFrequent(wordings),
    having,
    ...countLowAndOther(having, answered),
  }))
  return selectSignificant(candidates, candidates.filter(({ low }) => low >= MIN_LOW_RESPONSES).length)
    .slice(0, MAX_DRIVERS)
    .map(({ having, ...driver }) => ({ ...driver, quote: pickQuote(having, []) }))
}

function mostFrequent(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [[word] = ['']] = [...counts].toSorted(([one, n], [other, m]) => m - n || one.localeCompare(other))
  return word
}

async function findPhraseDrivers(rows: readonly Row[]): Promise<ScoreDriver[]> {
  const withText = rows.filter(({ text }) => text !== null)
  const answers = await replaceByStems(
    withText.map(({ isLow, language, text }) => ({
      isLow,
      language,
      sentences: tokenizeSentences(text ?? '', language),
    })),
  )
  const { phrases, compared } = findLowScorePhraseCandidates(answers, MIN_LOW_RESPONSES)
  const candidates = phrases.map((phrase) => {
    const having = phrase.answers.flatMap((index) => withText[index] ?? [])
    return { ...phrase, having, ...countLowAndOther(having, withText) }
  })
  return mergePhrases(selectSignificant(candidates, compared), MAX_DRIVERS).map(
    ({ keys: _keys, answers: _answers, having, ...driver }) => ({
      ...driver,
      question: null,
      quote: pickQuote(having, driver.name.split(/[ …]+/)),
    }),
  )
}

async function replaceByStems<T extends { language: string; sentences: ReturnType<typeof tokenizeSentences> }>(
  answers: readonly T[],
): Promise<readonly T[]> {
  const words = answers.flatMap(({ language, sentences }) =>
    sentences.flat().map(({ surface }) => [`${language} ${surface}`, { language, word: surface }] as const),
  )
  const rows = await findWordStems([...new Map(words).values()])
  const stems = new Map(rows.map(({ language, word, stem }) => [`${language} ${word}`, stem]))
  return answers.map((answer) => ({
    ...answer,
    sentences: answer.sentences.map((sentence) =>
      sentence.map((word) => ({ ...word, key: stems.get(`${answer.language} ${word.surface}`) ?? word.key })),
    ),
  }))
}

function pickQuote(having: readonly Row[], words: readonly string[]): ScoreDriver['quote'] {
  const lowWithText = having.filter(({ isLow, text }) => isLow && text !== null && text.trim() !== '')
  const best =
    lowWithText.find(({ text }) => words.every((word) => text?.toLowerCase().includes(word))) ?? lowWithText[0]
  return best ? { responseId: best.id, text: excerptAround(best.text ?? '', words) } : null
}
