import { SCALES } from '../surveys/vocabulary'
import type { ExportRow } from './export'
import type { QuestionColumns } from './question-columns'

/** The columns that every response has, in their order; those of its questions come after them. */
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

/** @property wordFor yes and no, in the language of the file. @property localTime a moment by the organization's clock. */
export type CsvWords = { wordFor: (answer: boolean) => string; localTime: (at: string) => string }

/**
 * A response as a row of a spreadsheet, by column. A score stands as a number, its metric and the end of its scale in columns beside
 * it: a sheet can tell scores of several metrics apart, and count with them.
 */
export function toCsvRow(
  row: ExportRow,
  { headerOf }: Pick<QuestionColumns, 'headerOf'>,
  { wordFor, localTime }: CsvWords,
): Record<string, string | number> {
  const { response, metric } = row
  const own: Record<(typeof CSV_COLUMNS)[number], string | number | null> = {
    answered: row.submittedAt === null ? null : localTime(row.submittedAt),
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
    questionColumn(headerOf(response.surveyId, questionId) ?? text),
    typeof value === 'boolean' ? wordFor(value) : labels.join('; ') || String(value),
  ])
  return {
    ...Object.fromEntries(Object.entries(own).map(([column, value]) => [column, value ?? ''])),
    ...Object.fromEntries(answers),
  }
}

/** The key of a question's column: no question is taken for one of the columns that every response has. */
export function questionColumn(header: string): string {
  return `question: ${header}`
}
