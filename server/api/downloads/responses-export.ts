import type { Readable } from 'node:stream'
import { runAsActor } from '../../actor-context'
import type { Locale } from '../../messages/locale'
import { getTranslator } from '../../messages/message-catalogue'
import {
  type CsvFormatters,
  FIXED_CSV_COLUMN_KEYS,
  toCsvCellsByColumn,
  toQuestionColumnKey,
} from '../../responses/export-csv'
import { loadQuestionColumns, type QuestionColumns } from '../../responses/export-question-columns'
import { type ExportRow, exportResponses, type ResponseExport } from '../../responses/export-responses'
import { ExportResponses } from '../../responses/schema'
import { createLocalTimeFormatter, getOrganizationTimeZone } from '../../time-zones'
import { resolveResponseQuery } from '../routers/resolve-response-query'
import { negotiateRequestLocale } from '../session/session'
import { authorizeDownload, createFileResponse, streamCsv, streamText } from './file-response'

/**
 * GET /api/responses: streams the responses that match the filter (newest first) or `ids`, as CSV (RFC 4180) with times
 * in the organization's time zone, or with `format=json` as an array of API objects with case, tags and note count. The
 * export and its row count are audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleResponsesExport(request: Request): Promise<Response> {
  const { principal, organizationId, actorContext } = await authorizeDownload(request, 'responses:read')
  const { format, ids, ...query } = ExportResponses.parse(Object.fromEntries(new URL(request.url).searchParams))
  return createFileResponse(organizationId, 'responses', format, async () => {
    const [responseExport, timeZone] = await runAsActor(actorContext, async () => {
      const selection = ids === undefined ? await resolveResponseQuery({ organizationId, principal }, query) : { ids }
      return [await exportResponses(organizationId, selection), await getOrganizationTimeZone(organizationId)] as const
    })
    return format === 'json'
      ? streamText(toJsonParts(responseExport))
      : toCsv(organizationId, responseExport, { locale: negotiateRequestLocale(request.headers), timeZone })
  })
}

async function* toJsonParts({ rows }: ResponseExport): AsyncGenerator<string> {
  let separator = '['
  for await (const { response } of rows()) {
    yield `${separator}\n${JSON.stringify(response)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

function toCsv(
  organizationId: string,
  { ids, rows }: ResponseExport,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): Readable {
  const t = getTranslator(locale, 'lists')
  return streamCsv(locale, async () => {
    const questions = await loadQuestionColumns(organizationId, ids, locale)
    const columns = [
      ...FIXED_CSV_COLUMN_KEYS.map((key) => ({ key, header: t(`bulk.csvColumns.${key}`) })),
      ...questions.headers.map((header) => ({ key: toQuestionColumnKey(header), header })),
    ]
    const words = getTranslator(locale, 'responses')
    return {
      columns,
      rows: toCsvRows(rows(), questions, {
        formatBoolean: (answer) => words(answer ? 'yes' : 'no'),
        formatTime: createLocalTimeFormatter(timeZone),
      }),
    }
  })
}

async function* toCsvRows(rows: AsyncIterable<ExportRow>, questions: QuestionColumns, words: CsvFormatters) {
  for await (const row of rows) yield toCsvCellsByColumn(row, questions, words)
}
