import type { Cell } from '../imports/files/table-row'
import { SCALES } from '../surveys/constants'
import { toFieldColumnKey } from './export-field-columns'
import type { QuestionColumns } from './export-question-columns'
import type { ExportRow } from './export-responses'
import type { AnswerValue } from './schema'

export type CellFormatters = { formatBoolean: (answer: boolean) => string; formatTime: (at: string) => Cell }

type ReadCell = (row: ExportRow, formatters: CellFormatters) => Cell | null | undefined

/**
 * The score is a number, with its metric and the scale's maximum in separate columns, so that a spreadsheet can filter by metric and
 * calculate.
 */
const COLUMNS = [
  { key: 'answered', read: ({ submittedAt }, { formatTime }) => submittedAt && formatTime(submittedAt) },
  { key: 'contact', read: ({ contact }) => contact?.name },
  { key: 'email', read: ({ contact }) => contact?.email },
  { key: 'survey', read: ({ survey }) => survey },
  { key: 'status', read: ({ response }) => response.status },
  { key: 'metric', read: ({ metric }) => metric },
  { key: 'score', read: ({ rating }) => rating },
  { key: 'scaleMax', read: ({ metric }) => metric && SCALES[metric].max },
  { key: 'band', read: ({ band }) => band },
  { key: 'nps', read: ({ response }) => response.npsScore },
  { key: 'csat', read: ({ response }) => response.csatScore },
  { key: 'ces', read: ({ response }) => response.cesScore },
  { key: 'channel', read: ({ response }) => response.channel },
  { key: 'language', read: ({ response }) => response.language },
  { key: 'location', read: ({ location }) => location },
  { key: 'employee', read: ({ employee }) => employee },
  { key: 'company', read: ({ company }) => company },
  { key: 'case', read: ({ response }) => response.case.state },
  { key: 'assignee', read: ({ response }) => response.case.assigneeName },
  { key: 'due', read: ({ response }) => response.case.dueOn && { isoDate: response.case.dueOn } },
  { key: 'tags', read: ({ response }) => response.tags.join('; ') },
  { key: 'notes', read: ({ response }) => response.notes },
  { key: 'id', read: ({ response }) => response.id },
] as const satisfies readonly { key: string; read: ReadCell }[]

export const FIXED_COLUMN_KEYS = COLUMNS.map(({ key }) => key)

/** The cells of a response by column. */
export function toCellsByColumn(
  row: ExportRow,
  { findHeader }: Pick<QuestionColumns, 'findHeader'>,
  formatters: CellFormatters,
): Record<string, Cell> {
  const columns = COLUMNS.map(({ key, read }) => [key, read(row, formatters) ?? ''])
  const answers = row.answers.map(({ questionId, text, value, labels }): [string, Cell] => [
    toQuestionColumnKey(findHeader(row.response.surveyId, questionId) ?? text),
    toAnswerCell(value, labels, formatters),
  ])
  const fields = Object.entries(row.response.fields).map(([id, value]): [string, Cell] => [toFieldColumnKey(id), value])
  return Object.fromEntries([...columns, ...answers, ...fields])
}

function toAnswerCell(value: AnswerValue, labels: readonly string[], { formatBoolean }: CellFormatters): Cell {
  if (typeof value === 'boolean') return formatBoolean(value)
  return typeof value === 'number' ? value : labels.join('; ') || String(value)
}

export function toQuestionColumnKey(header: string): string {
  return `question: ${header}`
}
