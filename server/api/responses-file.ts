import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { Unauthenticated } from '../errors'
import type { Locale } from '../messages/locale'
import { translator } from '../messages/messages'
import { doerOf, onBehalfOf } from '../organization-context'
import { type Principal, requireScope } from '../principal'
import { CSV_COLUMNS, questionColumn, toCsvRow } from '../responses/csv'
import { type Export, type ExportWhich, exportResponses } from '../responses/export'
import { readQuestionColumns } from '../responses/question-columns'
import { ExportResponses } from '../responses/schema'
import { clientAddress } from '../throttle/client-address'
import { readAsked } from './asked-responses'
import { principalIn, readerLocale } from './session'

/**
 * GET /api/responses: the responses of the filter in the address, newest first, or those of its `ids`: as a CSV file (RFC 4180), or
 * with `format=json` as an array of what the API answers, with case, tags and the number of notes. Written while they are read, so
 * that memory does not grow with them. That somebody took them, and how many, is written down first.
 * @throws {Unauthenticated} @throws {Forbidden} @throws {ValidationError}
 */
export async function handleResponsesFile(request: Request): Promise<Response> {
  const principal = await principalIn(request.headers)
  if (!principal) throw new Unauthenticated()
  requireScope(principal, 'responses:read')
  const { organizationId, actor } = principal
  const { format, ...asked } = ExportResponses.parse(Object.fromEntries(new URL(request.url).searchParams))
  const by = { doer: doerOf(actor), origin: { address: clientAddress(request.headers), requestId: null } }
  const file = await onBehalfOf(
    organizationId,
    async () => {
      const found = await exportResponses(organizationId, await whichOf(principal, asked))
      return format === 'json' ? toJson(found) : toCsv(organizationId, found, readerLocale(request.headers))
    },
    by,
  )
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': format === 'json' ? 'application/json; charset=utf-8' : 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="responses-${new Date().toISOString().slice(0, 10)}.${format}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

async function whichOf(principal: Principal, { ids, ...asked }: Omit<ExportResponses, 'format'>): Promise<ExportWhich> {
  return ids === undefined ? readAsked({ organizationId: principal.organizationId, principal }, asked) : { ids }
}

function toJson({ rows }: Export): Readable {
  return Readable.from(
    (async function* () {
      let before = '['
      for await (const { response } of rows()) {
        yield `${before}\n${JSON.stringify(response)}`
        before = ','
      }
      yield before === '[' ? '[]\n' : '\n]\n'
    })(),
    { objectMode: false },
  )
}

async function toCsv(organizationId: string, { all, rows }: Export, locale: Locale): Promise<Readable> {
  const t = translator(locale, 'lists')
  const questions = await readQuestionColumns(organizationId, all, locale)
  const lines = Readable.from(
    (async function* () {
      for await (const row of rows()) yield toCsvRow(row, questions)
    })(),
  )
  const columns = [
    ...CSV_COLUMNS.map((key) => ({ key, header: t(`bulk.csvColumns.${key}`) })),
    ...questions.headers.map((header) => ({ key: questionColumn(header), header })),
  ]
  const file = lines.pipe(
    stringify({ header: true, columns, bom: true, record_delimiter: 'windows', escape_formulas: true }),
  )
  lines.on('error', (error) => file.destroy(error))
  return file
}
