import { SCALES } from '../surveys/constants'
import type { QuestionColumns } from './export-question-columns'
import type { ExportRow } from './export-responses'

export type CsvFormatters = { formatBoolean: (answer: boolean) => string; formatTime: (at: string) => string }

type ReadCell = (row: ExportRow, formatters: CsvFormatters) => string | number | null | undefined

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
  { key: 'language', read: ({ response }) => response.language },
  { key: 'location', read: ({ location }) => location },
  { key: 'employee', read: ({ employee }) => employee },
  { key: 'company', read: ({ company }) => company },
  { key: 'case', read: ({ response }) => response.case.state },
  { key: 'assignee', read: ({ response }) => response.case.assigneeName },
  { key: 'due', read: ({ response }) => response.case.dueOn },
  { key: 'tags', read: ({ response }) => response.tags.join('; ') },
  { key: 'notes', read: ({ response }) => response.notes },
  { key: 'id', read: ({ response }) => response.id },
] as const satisfies readonly { key: string; read: ReadCell }[]

export const FIXED_CSV_COLUMN_KEYS = COLUMNS.map(({ key }) => key)

/** Converts a response to a CSV row by column. */
export function toCsvCellsByColumn(
  row: ExportRow,
  { findHeader }: Pick<QuestionColumns, 'findHeader'>,
  formatters: CsvFormatters,
): Record<string, string | number> {
  const columns = COLUMNS.map(({ key, read }) => [key, read(row, formatters) ?? ''])
  const answers = row.answers.map(({ questionId, text, value, labels }) => [
    toQuestionColumnKey(findHeader(row.response.surveyId, questionId) ?? text),
    typeof value === 'boolean' ? formatters.formatBoolean(value) : labels.join('; ') || String(value),
  ])
  return Object.fromEntries([...columns, ...answers])
}

export function toQuestionColumnKey(header: string): string {
  return `question: ${header}`
}
