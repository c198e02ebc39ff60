import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { FILE_LIMITS, FileFault } from './file-fault'
import type { TableRow } from './table-row'

export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

export const CSV_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  max_record_size: FILE_LIMITS.rowBytes,
}

/**
 * Parses delimited text (RFC 4180, and what spreadsheets make of it): any line end, quotation marks within a cell, rows of different
 * lengths. Blank lines count as rows, as in a spreadsheet.
 * @throws {FileFault} `unclosedQuote`, `rowTooLong`
 */
export async function* readCsv(text: AsyncIterable<string>, delimiter: Delimiter): AsyncGenerator<TableRow> {
  const source = Readable.from(text)
  const parser = parse({ ...CSV_OPTIONS, delimiter })
  source.on('error', (error) => parser.destroy(error))
  let position = 0
  try {
    for await (const cells of source.pipe(parser) as AsyncIterable<string[]>) {
      position += 1
      yield { position, cells: cells.map(unescapeFormula) }
    }
  } catch (error) {
    throw toFileFault(error)
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** The apostrophe that spreadsheets and `writeCsv` put before a text that would be a formula (`'+33 6 12 34 56 78`), and any before it. */
export const ESCAPED_FORMULA = /^'+[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/

function unescapeFormula(cell: string): string {
  return ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell
}

function toFileFault(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  // Complete rows that were parsed before.
  const row = Number(error['records']) + 1
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new FileFault('rowTooLong', { row, limit: FILE_LIMITS.rowBytes }, { cause: error })
  return new FileFault('unclosedQuote', { row }, { cause: error })
}

const SEPARATOR_LINE = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r|$)/i

/** Excel's own way to name the delimiter in the first line, which it does not show as a row. */
export function readSeparatorLine(start: string): { delimiter: Delimiter; length: number } | null {
  const match = SEPARATOR_LINE.exec(start)
  return match ? { delimiter: match[1] as Delimiter, length: match[0].length } : null
}
