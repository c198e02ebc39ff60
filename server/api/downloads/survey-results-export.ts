import { getTranslator } from '../../messages/message-catalogue'
import { listResultsRows, toResultsTable } from '../../survey-results/export-survey-results'
import { loadSurveyResults } from '../../survey-results/load-survey-results'
import { ExportSurveyResults, type SurveyResultsRow } from '../../survey-results/schema'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamJson, streamSpreadsheet } from './file-response'

/**
 * GET /api/survey-results?id=<survey>: the numbers of the results that match the filters, without texts, as CSV, XLSX or a JSON array.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {NotFound} @throws {RateLimitExceeded}
 */
export async function handleSurveyResultsExport(request: Request): Promise<Response> {
  const { organizationId } = await authorizeDownload(request, 'responses:read')
  const { format, ...query } = ExportSurveyResults.parse(Object.fromEntries(new URL(request.url).searchParams))
  const locale = negotiateRequestLocale(request.headers)
  return createFileResponse(organizationId, 'survey-results', format, async () => {
    const rows = listResultsRows(await loadSurveyResults(organizationId, query), locale)
    if (format === 'json') return streamJson(iterate(rows))
    const sheetName = getTranslator(locale, 'surveyResults')('tab')
    return streamSpreadsheet({ format, locale, sheetName, open: () => toResultsTable(rows, locale) })
  })
}

async function* iterate(rows: readonly SurveyResultsRow[]) {
  yield* rows
}
