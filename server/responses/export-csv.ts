import { SCALES } from '../surveys/vocabulary'
import type { ExportRow } from './export-responses'
import type { QuestionColumns } from './question-columns'

export const CSV_COLUMNS = [
  'answered',
  'contact',
  'email',
  'survey',
  'status',
  'metric',
  'score',
  'scaleMax',
  'band',
  'nps',
  'csat',
  'ces',
  'language',
  'location',
  'employee',
  'case',
  'assignee',
  'due',
  'tags',
  'notes',
  'id',
] as const

export type CsvFormatters = { formatBoolean: (answer: boolean) => string; formatTime: (at: string) => string }

/**
 * Converts a response to a CSV row by column. The score is a number, with its metric and the scale's maximum in separate columns, so
 * that a spreadsheet can filter by metric and calculate.
 */
export function toCsvRow(
  row: ExportRow,
  { findHeader }: Pick<QuestionColumns, 'findHeader'>,
  { formatBoolean, formatTime }: CsvFormatters,
): Record<string, string | number> {
  const { response, metric } = row
  const columns: Record<(typeof CSV_COLUMNS)[number], string | number | null> = {
    answered: row.submittedAt === null ? null : formatTime(row.submittedAt),
    contact: row.contact?.name ?? null,
    email: row.contact?.email ?? null,
    survey: row.survey,
    status: response.status,
    metric,
    score: row.rating,
    scaleMax: metric === null ? null : SCALES[metric].max,
    band: row.band,
    nps: response.npsScore,
    csat: response.csatScore,
    ces: response.cesScore,
    language: response.language,
    location: row.location,
    employee: row.employee,
    case: response.case.state,
    assignee: response.case.assigneeName,
    due: response.case.dueOn,
    tags: response.tags.join('; '),
    notes: response.notes,
    id: response.id,
  }
  const answers = row.answers.map(({ questionId, text, value, labels }) => [
    toQuestionColumn(findHeader(response.surveyId, questionId) ?? text),
    typeof value === 'boolean' ? formatBoolean(value) : labels.join('; ') || String(value),
  ])
  return {
    ...Object.fromEntries(Object.entries(columns).map(([column, value]) => [column, value ?? ''])),
    ...Object.fromEntries(answers),
  }
}

export function toQuestionColumn(header: string): string {
  return `question: ${header}`
}
