import type { Encoding } from './detect-encoding'
import type { Delimiter } from './read-csv'
import type { TableRow } from './table-row'

/** What the reader of a file may correct. All of it is detected otherwise; `headerPosition: null` means that there are no headings. */
export type OpenTableHint = {
  fileName?: string
  encoding?: Encoding
  delimiter?: Delimiter
  sheet?: string
  headerPosition?: number | null
}

/** A file or sheet as rows, whatever they mean. */
export type TableSource = {
  format: 'csv' | 'xlsx'
  encoding: Encoding | null
  delimiter: Delimiter | null
  /** Visible sheets of a workbook, and the one that is read. */
  sheets: string[]
  sheet: string | null
  /** From the first row, as often as it is called. */
  readRows: () => AsyncGenerator<TableRow>
  /** Frees the disk space. Call it when all readings have ended, also after a fault. */
  close: () => Promise<void>
}
