import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { RateLimitExceeded } from '../errors'
import type { Locale } from '../messages/locale'
import { eachOnBehalfOf } from '../organization-context'

/*
 * Files that are written while they are read, so that memory does not grow with them, and whose rows are read as the work of their
 * organization from the first to the last.
 */

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  zip: 'application/zip',
}

/** Each holds a connection to the database while it is read. Of one organization and process. */
const FILES_AT_ONCE = 2
const RETRY_SECONDS = 30
const underWay = new Map<string, number>()

/**
 * @param name of the file, before the day and the ending.
 * @param open begins the file; not called when there is no place for it.
 * @throws {RateLimitExceeded} while two files of the organization are being read
 */
export async function fileAnswer(
  organizationId: string,
  { name, type }: { name: string; type: keyof typeof TYPES },
  open: () => Promise<Readable>,
): Promise<Response> {
  const file = await openInPlace(organizationId, open)
  return new Response(webStreamOf(file), {
    headers: {
      'Content-Type': TYPES[type],
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${type}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** Not `Readable.toWeb`, which throws outside of every promise when a reader leaves while it is written to. */
function webStreamOf(file: Readable): ReadableStream<Uint8Array> {
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

async function openInPlace(organizationId: string, open: () => Promise<Readable>): Promise<Readable> {
  const others = underWay.get(organizationId) ?? 0
  if (others >= FILES_AT_ONCE) throw new RateLimitExceeded(RETRY_SECONDS)
  underWay.set(organizationId, others + 1)
  const release = () => {
    const left = (underWay.get(organizationId) ?? 1) - 1
    if (left === 0) underWay.delete(organizationId)
    else underWay.set(organizationId, left)
  }
  try {
    return (await open()).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

/** Text as it is made, in bytes. */
export function textOf(organizationId: string, parts: AsyncIterable<string>): Readable {
  return Readable.from(eachOnBehalfOf(organizationId, parts), { objectMode: false })
}

export type Table = { columns: (string | { key: string; header: string })[]; rows: AsyncIterable<object> }

/**
 * A CSV file (RFC 4180) for spreadsheets: with a byte order mark, and no cell that is a formula. A French spreadsheet expects
 * semicolons, because its numbers have commas. The mark leaves before the columns are known, so that the download starts at once.
 */
export function csvOf(organizationId: string, locale: Locale, open: () => Table | Promise<Table>): Readable {
  const delimiter = locale === 'fr' ? ';' : ','
  async function* parts() {
    yield '\uFEFF'
    const { columns, rows } = await open()
    const lines = Readable.from(eachOnBehalfOf(organizationId, rows))
    const file = lines.pipe(
      stringify({ header: true, columns, delimiter, record_delimiter: 'windows', escape_formulas: true }),
    )
    lines.on('error', (error) => file.destroy(error))
    try {
      yield* file.setEncoding('utf8') as AsyncIterable<string>
    } finally {
      // Whoever reads no further has nothing more read for them.
      lines.destroy()
    }
  }
  return textOf(organizationId, parts())
}
