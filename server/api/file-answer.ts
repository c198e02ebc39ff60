import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
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

/** @param name of the file, before the day and the ending. */
export function fileAnswer(file: Readable, name: string, type: keyof typeof TYPES): Response {
  return new Response(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': TYPES[type],
      'Content-Disposition': `attachment; filename="${name}-${new Date().toISOString().slice(0, 10)}.${type}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

/** Text as it is made, in bytes. */
export function textOf(organizationId: string, parts: AsyncIterable<string>): Readable {
  return Readable.from(eachOnBehalfOf(organizationId, parts), { objectMode: false })
}

export type Table = { columns: (string | { key: string; header: string })[]; rows: AsyncIterable<object> }

/**
 * A CSV file (RFC 4180) for spreadsheets: with a byte order mark, and no cell that is a formula. The mark leaves before the columns
 * are known, so that nobody waits for a sign of the file.
 */
export function csvOf(organizationId: string, open: () => Table | Promise<Table>): Readable {
  async function* parts() {
    yield '\uFEFF'
    const { columns, rows } = await open()
    const lines = Readable.from(eachOnBehalfOf(organizationId, rows))
    const file = lines.pipe(stringify({ header: true, columns, record_delimiter: 'windows', escape_formulas: true }))
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
