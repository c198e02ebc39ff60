import { Readable } from 'node:stream'
import { type ActorContext, toActorSnapshot } from '../../actor-context'
import { RateLimitExceeded, Unauthenticated } from '../../errors'
import type { WrittenTable } from '../../imports/files/table-writer'
import { writeCsv } from '../../imports/files/write-csv'
import { writeXlsx } from '../../imports/files/write-xlsx'
import type { Locale } from '../../messages/locale'
import { type RequiredScope, requireScope } from '../../principal'
import { readClientIpAddress } from '../../rate-limit/client-ip-address'
import { readPrincipalAndRateLimit } from '../session/session'

/* Streamed file downloads with constant memory. All rows are read in the context of the organization. */

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
}

/** Per organization and process: each export holds a database connection while it is read. */
const MAX_CONCURRENT_EXPORTS = 2
const RETRY_SECONDS = 30
const runningExports = new Map<string, number>()

/** @throws {Unauthenticated} @throws {Forbidden} without the scope */
export async function authorizeDownload({ headers }: Request, scope?: RequiredScope) {
  const principal = await readPrincipalAndRateLimit(headers)
  if (!principal) throw new Unauthenticated()
  if (scope) requireScope(principal, scope)
  const origin = { address: readClientIpAddress(headers), requestId: null }
  const actorContext: ActorContext = { actor: toActorSnapshot(principal.actor), origin }
  return { principal, organizationId: principal.organizationId, actorContext }
}

/**
 * @param name file name without date and extension.
 * @param open starts the export; not called if the limit is reached.
 * @throws {RateLimitExceeded} while two exports of the organization are running.
 */
export async function createFileResponse(
  organizationId: string,
  name: string,
  type: keyof typeof TYPES,
  open: () => Promise<Readable>,
): Promise<Response> {
  const file = await openWithinLimit(organizationId, open)
  return new Response(toWebStream(file), { headers: buildFileHeaders(name, type) })
}

export function buildFileHeaders(name: string, type: keyof typeof TYPES): Record<string, string> {
  return {
    'Content-Type': TYPES[type],
    'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${type}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}

function toWebStream(file: Readable): ReadableStream<Uint8Array> {
  const parts = file[Symbol.asyncIterator]()
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = (await parts.next()) as IteratorResult<Uint8Array>
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void file.destroy(),
  })
}

async function openWithinLimit(organizationId: string, open: () => Promise<Readable>): Promise<Readable> {
  const running = runningExports.get(organizationId) ?? 0
  if (running >= MAX_CONCURRENT_EXPORTS) throw new RateLimitExceeded(RETRY_SECONDS)
  runningExports.set(organizationId, running + 1)
  const release = () => {
    const remaining = (runningExports.get(organizationId) ?? 1) - 1
    if (remaining === 0) runningExports.delete(organizationId)
    else runningExports.set(organizationId, remaining)
  }
  try {
    return (await open()).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

export function streamText(parts: AsyncIterable<string>): Readable {
  return Readable.from(parts, { objectMode: false })
}

type OpenTable = () => WrittenTable | Promise<WrittenTable>

export function streamCsv(locale: Locale, open: OpenTable): Readable {
  return streamText(writeCsv(locale, open))
}

export type Spreadsheet = { format: 'csv' | 'xlsx'; locale: Locale; sheetName: string; open: OpenTable }

export function streamSpreadsheet({ format, locale, sheetName, open }: Spreadsheet): Readable {
  if (format === 'csv') return streamCsv(locale, open)
  return Readable.from(writeXlsx(sheetName, open), { objectMode: false })
}

/** A JSON array with a line for each row. */
export function streamJson(rows: AsyncIterable<object>): Readable {
  return streamText(toJsonArray(rows))
}

async function* toJsonArray(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}
