import type { WrittenTable } from '../imports/files/table-writer'
import type { Locale } from '../messages/locale'
import { getTranslator } from '../messages/message-catalogue'
import { pickTranslation } from '../surveys/constants'
import { findValueMessage } from './constants'
import type { AnswerShare, QuestionResults, SurveyResults, SurveyResultsRow } from './schema'

/** The numbers of the results without texts, in the reader's language. */
export function listResultsRows({ questions }: SurveyResults, locale: Locale): SurveyResultsRow[] {
  return questions.flatMap((question) => [
    toQuestionRow(question, locale),
    ...question.values.map((value) => toValueRow(question, value, locale)),
  ])
}

function toQuestionRow(question: QuestionResults, locale: Locale): SurveyResultsRow {
  const { n, score, mean, numbers } = question
  const summary = score ?? mean
  return {
    ...describeQuestion(question, locale),
    row: null,
    value: null,
    label: null,
    n,
    answers: n,
    share: null,
    score: summary?.value ?? numbers?.mean ?? null,
    low: summary?.interval?.low ?? null,
    high: summary?.interval?.high ?? null,
    averagePlace: null,
  }
}

function toValueRow(question: QuestionResults, answer: AnswerShare, locale: Locale): SurveyResultsRow {
  const { value, label, row, n, share, averagePlace } = answer
  const t = getTranslator(locale, 'surveyResults')
  const message = findValueMessage(question.type, value)
  return {
    ...describeQuestion(question, locale),
    row: row && pickTranslation(row, locale),
    value,
    label: label === null ? message && t(message, { count: Number(value) }) : pickTranslation(label, locale),
    n,
    answers: share.n,
    share: share.value,
    score: null,
    low: share.interval?.low ?? null,
    high: share.interval?.high ?? null,
    averagePlace,
  }
}

function describeQuestion({ id, type, text, isCurrent }: QuestionResults, locale: Locale) {
  return { questionId: id, type, question: pickTranslation(text, locale), isCurrent }
}

const COLUMN_KEYS = [
  'question',
  'row',
  'label',
  'n',
  'answers',
  'share',
  'low',
  'high',
  'score',
  'averagePlace',
  'questionId',
  'type',
  'value',
] as const

/** The table of a CSV or XLSX file. */
export function toResultsTable(rows: readonly SurveyResultsRow[], locale: Locale): WrittenTable {
  const t = getTranslator(locale, 'surveyResults')
  async function* cells() {
    for (const row of rows) yield COLUMN_KEYS.map((key) => row[key])
  }
  return { columns: COLUMN_KEYS.map((key) => t(`export.columns.${key}`)), rows: cells() }
}
