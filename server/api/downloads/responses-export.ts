import type { Readable } from 'node:stream'
import { type By, doerOf, onBehalfOf } from '../../actor-context'
import { Unauthenticated } from '../../errors'
import type { Locale } from '../../messages/locale'
import { translator } from '../../messages/messages'
import { type Principal, requireScope } from '../../principal'
import { clientAddress } from '../../rate-limit/client-address'
import { CSV_COLUMNS, type CsvWords, questionColumn, toCsvRow } from '../../responses/export-csv'
import { type Export, type ExportRow, type ExportWhich, exportResponses } from '../../responses/export-responses'
import { type QuestionColumns, readQuestionColumns } from '../../responses/question-columns'
import { ExportResponses } from '../../responses/schema'
import { localTimeFormat, organizationTimeZone } from '../../time-zones'
import { readAsked } from '../routers/resolve-response-query'
import { principalIn, readerLocale } from '../session/session'
import { csvOf, fileAnswer, textOf } from './file-response'

/**
 * GET /api/responses: streams the responses that match the filter (newest first) or `ids`, as CSV (RFC 4180) with times
 * in the organization's time zone, or with `format=json` as an array of API objects with case, tags and note count. The
 * export and its row count are audited before it starts.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError} @throws {RateLimitExceeded}
 */
export async function handleResponsesFile(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  requireScope(principal, 'responses:read')
  const { organizationId, actor } = principal
  const { format, ...query } = ExportResponses.parse(Object.fromEntries(new URL(request.url).searchParams))
  const actorContext: By = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId: null } }
  return fileAnswer(organizationId, { name: 'responses', type: format }, async () => {
    const [responseExport, timeZone] = await onBehalfOf(
      organizationId,
      async () =>
        [
          await exportResponses(organizationId, await resolveSelection(principal, query)),
          await organizationTimeZone(organizationId),
        ] as const,
      actorContext,
    )
    return format === 'json'
      ? textOf(organizationId, toJsonParts(responseExport))
      : toCsv(organizationId, responseExport, { locale: readerLocale(request.headers), timeZone })
  })
}

async function resolveSelection(
  principal: Principal,
  { ids, ...query }: Omit<ExportResponses, 'format'>,
): Promise<ExportWhich> {
  return ids === undefined ? readAsked({ organizationId: principal.organizationId, principal }, query) : { ids }
}

async function* toJsonParts({ rows }: Export): AsyncGenerator<string> {
  let separator = '['
  for await (const { response } of rows()) {
    yield `${separator}\n${JSON.stringify(response)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

function toCsv(
  organizationId: string,
  { all, rows }: Export,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): Readable {
  const t = translator(locale, 'lists')
  return csvOf(organizationId, locale, async () => {
    const questions = await readQuestionColumns(organizationId, all, locale)
    const columns = [
      ...CSV_COLUMNS.map((key) => ({ key, header: t(`bulk.csvColumns.${key}`) })),
      ...questions.headers.map((header) => ({ key: questionColumn(header), header })),
    ]
    const words = translator(locale, 'responses')
    const formatYesNo = (answer: boolean) => words(answer ? 'yes' : 'no')
    return {
      columns,
      rows: toCsvRows(rows(), questions, { wordFor: formatYesNo, localTime: localTimeFormat(timeZone) }),
    }
  })
}

async function* toCsvRows(rows: AsyncIterable<ExportRow>, questions: QuestionColumns, words: CsvWords) {
  for await (const row of rows) yield toCsvRow(row, questions, words)
}
