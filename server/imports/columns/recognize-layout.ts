import { type Cell, formatCell, isBlankCell } from '../files/table-row'
import type { ColumnTarget } from './headings'
import { toPlainWords } from './plain-words'
import { type ColumnSuggestion, type DeclaredProperty, suggestColumns } from './suggest-columns'
import { isAddressLike, isNumberLike } from './value-shapes'

export type RecognizedLayout = {
  layout: LayoutName
  kind: 'answers' | 'people' | 'unsubscribes' | 'bounces'
  columns: ColumnSuggestion[]
  /** Zone of the times in the file, if it is always the same and not written beside them. */
  timeZone: 'UTC' | null
}

export const LAYOUT_NAMES = [
  'delighted-responses',
  'delighted-unsubscribes',
  'delighted-bounces',
  'delighted-people',
  'surveymonkey-responses',
  'typeform-responses',
] as const
export type LayoutName = (typeof LAYOUT_NAMES)[number]

type Layout = Omit<RecognizedLayout, 'columns'> & {
  /** Headings in plain words, all of which must be there; of a list one is enough. */
  required: readonly (string | readonly string[])[]
  targets: Readonly<Record<string, ColumnTarget>>
  ignored: readonly string[]
}

/**
 * Delighted: the fields of its API (app.delighted.com/docs/api: people, survey responses, unsubscribes, bounces), as files head them
 * (`Person ID`, `person_id`). SurveyMonkey: help.surveymonkey.com, *Exporting results*, all responses data. Typeform:
 * help.typeform.com, *Download your results*; its times are in UTC.
 */
const LAYOUTS: readonly Layout[] = [
  {
    layout: 'delighted-responses',
    kind: 'answers',
    timeZone: null,
    required: ['survey type', 'score', 'comment', ['permalink', 'person id', 'response id', 'person']],
    targets: {
      email: 'email',
      'person email': 'email',
      name: 'fullName',
      'person name': 'fullName',
      'phone number': 'phone',
      'person phone number': 'phone',
      'survey type': 'survey',
      score: 'score',
      comment: 'comment',
      'created at': 'answeredAt',
      'responded at': 'answeredAt',
      'response id': 'answerId',
    },
    // The tags and notes are those of the response.
    ignored: ['id', 'person', 'person id', 'permalink', 'updated at', 'tags', 'notes', 'sent at'],
  },
  {
    layout: 'delighted-unsubscribes',
    kind: 'unsubscribes',
    timeZone: null,
    required: ['person id', 'email', 'unsubscribed at'],
    targets: { email: 'email', name: 'fullName', 'unsubscribed at': 'unsubscribedAt' },
    ignored: ['person id'],
  },
  {
    layout: 'delighted-bounces',
    kind: 'bounces',
    timeZone: null,
    required: ['person id', 'email', 'bounced at'],
    targets: { email: 'email', name: 'fullName', 'bounced at': 'bounced' },
    ignored: ['person id'],
  },
  {
    layout: 'delighted-people',
    kind: 'people',
    timeZone: null,
    required: ['email', 'created at', ['last sent at', 'last responded at', 'next survey scheduled at']],
    targets: { email: 'email', name: 'fullName', 'phone number': 'phone' },
    ignored: ['id', 'created at', 'last sent at', 'last responded at', 'next survey scheduled at'],
  },
  {
    layout: 'surveymonkey-responses',
    kind: 'answers',
    timeZone: null,
    required: ['respondent id', 'collector id', 'start date', 'end date'],
    // The email address and the names stay empty unless the survey was sent by email: a question may have them.
    targets: { 'end date': 'answeredAt', 'respondent id': 'answerId' },
    ignored: ['collector id', 'start date', 'ip address', 'custom data 1'],
  },
  {
    layout: 'typeform-responses',
    kind: 'answers',
    timeZone: 'UTC',
    required: ['#', 'start date utc', 'submit date utc'],
    targets: { 'submit date utc': 'answeredAt', '#': 'answerId' },
    ignored: ['response type', 'start date utc', 'stage date utc', 'network id', 'tags', 'ending', 'score'],
  },
]

/**
 * Recognizes the export of another survey service by its headings, and what its columns mean. Columns of the organization (questions,
 * properties) are suggested as in any file; of answers without a heading that says so, the score is the first column of numbers from 0 to 10,
 * and the comment the one with the longest texts.
 * @returns null for any other file
 */
export function recognizeLayout(
  header: readonly string[],
  sample: readonly (readonly Cell[])[],
  options: { properties: readonly DeclaredProperty[] },
): RecognizedLayout | null {
  const words = header.map(toPlainWords)
  const layout = LAYOUTS.find(({ required }) =>
    required.every((headings) => [headings].flat().some((heading) => words.includes(heading))),
  )
  if (!layout) return null
  const columns = mergeSuggestions(layout, words, suggestColumns(header, sample, options))
  if (layout.kind === 'answers') completeAnswers(columns, { layout, words, sample })
  return { layout: layout.layout, kind: layout.kind, columns, timeZone: layout.timeZone }
}

const IGNORED: ColumnSuggestion = { target: 'ignored', confidence: 'none' }

function mergeSuggestions(layout: Layout, words: string[], suggestions: ColumnSuggestion[]): ColumnSuggestion[] {
  const assigned = new Set<ColumnTarget>()
  const claim = (suggestion: ColumnSuggestion): ColumnSuggestion => {
    if (suggestion.target === 'ignored' || assigned.has(suggestion.target)) return IGNORED
    assigned.add(suggestion.target)
    return suggestion
  }
  const fixed = words.map((heading) => {
    const target = layout.targets[heading]
    return target === undefined ? null : claim({ target, confidence: 'high' })
  })
  return words.map((heading, column) => {
    if (layout.ignored.includes(heading)) return IGNORED
    return fixed[column] ?? claim(suggestions[column] ?? IGNORED)
  })
}

type AnswerFile = { layout: Layout; words: string[]; sample: readonly (readonly Cell[])[] }

function completeAnswers(columns: ColumnSuggestion[], { layout, words, sample }: AnswerFile): void {
  const isFree = (column: number) =>
    columns[column]?.target === 'ignored' && !layout.ignored.includes(words[column] ?? '') && words[column] !== ''
  const readTexts = (column: number) =>
    sample
      .flatMap((row) => row[column] ?? [])
      .filter((cell) => !isBlankCell(cell))
      .map(formatCell)
  const assign = (target: ColumnTarget, column: number) => {
    if (column >= 0) columns[column] = { target, confidence: 'low' }
  }
  const has = (target: ColumnTarget) => columns.some((suggestion) => suggestion.target === target)
  if (!has('score'))
    assign(
      'score',
      columns.findIndex((_, column) => isFree(column) && areScores(readTexts(column))),
    )
  if (has('comment')) return
  const lengths = columns.map((_, column) => (isFree(column) ? averageLength(readTexts(column)) : 0))
  const longest = Math.max(...lengths)
  if (longest > COMMENT_CHARACTERS) assign('comment', lengths.indexOf(longest))
}

function areScores(texts: string[]): boolean {
  return texts.length > 0 && texts.every((text) => isNumberLike(text) && Number(text) >= 0 && Number(text) <= 10)
}

/** Shorter texts are choices. */
const COMMENT_CHARACTERS = 12

function averageLength(texts: string[]): number {
  const words = texts.filter((text) => !isNumberLike(text) && !isAddressLike(text))
  return words.reduce((sum, { length }) => sum + length, 0) / Math.max(texts.length, 1)
}
