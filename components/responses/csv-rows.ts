import type { ExportedResponse } from '@/server/responses/schema'
import { SCALES } from '@/server/surveys/vocabulary'

type Column =
  | 'answered'
  | 'contact'
  | 'email'
  | 'survey'
  | 'status'
  | 'metric'
  | 'score'
  | 'scaleMax'
  | 'band'
  | 'language'

/**
 * Responses as rows of a spreadsheet, a column for each question. A score stands as a number, its metric and the end of
 * its scale in columns beside it: a sheet can tell scores of several metrics apart, and count with them.
 */
export function toCsvRows(responses: readonly ExportedResponse[], name: (column: Column) => string) {
  return responses.map((response) => ({
    [name('answered')]: response.submittedAt ?? '',
    [name('contact')]: response.contact?.name ?? '',
    [name('email')]: response.contactEmail ?? '',
    [name('survey')]: response.survey.name,
    [name('status')]: response.status,
    [name('metric')]: response.metric ?? '',
    [name('score')]: response.rating ?? '',
    [name('scaleMax')]: response.metric === null ? '' : SCALES[response.metric].max,
    [name('band')]: response.band ?? '',
    [name('language')]: response.language,
    ...Object.fromEntries(
      response.answers.map(({ text, value, labels }) => [text, labels.join('; ') || String(value)]),
    ),
  }))
}
