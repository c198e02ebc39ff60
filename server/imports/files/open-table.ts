import { decodeText } from './decode-text'
import { detectDelimiter } from './detect-delimiter'
import { detectEncoding } from './detect-encoding'
import { detectFormat } from './detect-format'
import { FILE_LIMITS, FileFault } from './file-fault'
import { findHeader } from './find-header'
import { readCsv, readSeparatorLine } from './read-csv'
import { openXlsx } from './read-xlsx'
import { type SpooledFile, spoolFile } from './spool-file'
import { mergeSubheadings, readsAsSubheadings } from './subheadings'
import { type Cell, filledWidth, formatCell, isBlankRow, type TableRow } from './table-row'
import type { OpenTableHint, TableSource } from './table-source'

export type OpenedTable = Omit<TableSource, 'readRows'> & {
  /** One text per column, empty where there is none. SurveyMonkey's second row of headings is merged in. */
  header: string[]
  headerPosition: number | null
  /** The first rows below the headings, at most 100. */
  sample: TableRow[]
  /**
   * All rows below the headings that are not blank, as often as it is called, with at least one cell per heading. More cells than
   * headings mean that the row has values beyond them.
   * @param afterPosition skips the rows up to it, to go on where a reading stopped
   * @throws {FileFault} at the first row beyond a limit or that cannot be read
   */
  rows: (afterPosition?: number) => AsyncGenerator<TableRow>
}

const SAMPLE_ROWS = 100
const SAMPLE_CHARACTERS = 64 * 1024

/**
 * Opens a file of a stranger as a table. Memory stays the same whatever its size: the file is copied to disk and read row by row, as fast
 * as the rows are consumed.
 * @throws {FileFault} if it is no table, or its first rows cannot be read
 */
export async function openTable(bytes: AsyncIterable<Uint8Array>, hint: OpenTableHint = {}): Promise<OpenedTable> {
  const resources: { close: () => Promise<void> }[] = []
  const close = async () => {
    for (const resource of resources.splice(0)) await resource.close()
  }
  try {
    const file = await spoolFile(bytes)
    resources.push(file)
    const source = await openSource(file, hint)
    resources.push(source)
    return { ...(await describeTable(source, hint)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openSource(file: SpooledFile, hint: OpenTableHint): Promise<TableSource> {
  return (await detectFormat(file)) === 'xlsx' ? openXlsx(file, hint) : openCsv(file, hint)
}

async function openCsv(file: SpooledFile, hint: OpenTableHint): Promise<TableSource> {
  const encoding = hint.encoding ?? (await detectEncoding(file.chunks()))
  const openText = () => decodeText(file.chunks(), encoding)
  const start = await readStart(openText())
  const separator = readSeparatorLine(start)
  const skipped = separator?.length ?? 0
  const delimiter = hint.delimiter ?? separator?.delimiter ?? detectDelimiter(start.slice(skipped))
  return {
    format: 'csv',
    encoding,
    delimiter,
    sheets: [],
    sheet: null,
    readRows: () => readCsv(skipCharacters(openText(), skipped), delimiter),
    close: async () => {},
  }
}

async function readStart(text: AsyncIterable<string>): Promise<string> {
  let start = ''
  for await (const part of text) {
    start += part
    if (start.length >= SAMPLE_CHARACTERS) break
  }
  return start
}

async function* skipCharacters(text: AsyncIterable<string>, count: number): AsyncGenerator<string> {
  let remaining = count
  for await (const part of text) {
    yield part.slice(remaining)
    remaining = Math.max(remaining - part.length, 0)
  }
}

async function describeTable(source: TableSource, hint: OpenTableHint): Promise<Omit<OpenedTable, 'close'>> {
  const { format, encoding, delimiter, sheets, sheet, readRows } = source
  const start = await takeRows(readFilledRows(readRows()), SAMPLE_ROWS + 2)
  if (start.length === 0) throw new FileFault('empty')
  const heading = chooseHeading(start, hint)
  const first = heading === null ? 0 : start.indexOf(heading) + 1
  const second = start[first]
  const subheadings = heading && second && readsAsSubheadings(heading, second) ? second : null
  const beginsAfter = (subheadings ?? heading)?.position ?? 0
  const data = start.filter(({ position }) => position > beginsAfter)
  const header = buildHeader(heading, subheadings, data)
  const fit = (row: TableRow) => ({ ...row, cells: fitCells(row.cells, header.length) })
  return {
    format,
    encoding,
    delimiter,
    sheets,
    sheet,
    header,
    headerPosition: heading?.position ?? null,
    sample: data.slice(0, SAMPLE_ROWS).map(fit),
    rows: async function* (afterPosition = 0) {
      const after = Math.max(afterPosition, beginsAfter)
      for await (const row of limitRows(readFilledRows(readRows()), beginsAfter))
        if (row.position > after) yield fit(row)
    },
  }
}

function chooseHeading(start: TableRow[], { headerPosition }: OpenTableHint): TableRow | null {
  if (headerPosition === undefined) return findHeader(start)
  return start.find(({ position }) => position === headerPosition) ?? null
}

function buildHeader(heading: TableRow | null, subheadings: TableRow | null, data: TableRow[]): string[] {
  const titles = heading === null ? [] : heading.cells.map(formatHeading)
  const merged = subheadings === null ? titles : mergeSubheadings(titles, subheadings.cells.map(formatHeading))
  const width = Math.max(filledWidth(merged), ...data.map(({ cells }) => filledWidth(cells)))
  return Array.from({ length: width }, (_, column) => merged[column] ?? '')
}

function formatHeading(cell: Cell): string {
  return formatCell(cell).replace(/\s+/g, ' ').trim()
}

function fitCells(cells: Cell[], width: number): Cell[] {
  const filled = cells.slice(0, Math.max(filledWidth(cells), Math.min(width, cells.length)))
  return filled.length < width ? [...filled, ...Array<string>(width - filled.length).fill('')] : filled
}

async function* readFilledRows(rows: AsyncIterable<TableRow>): AsyncGenerator<TableRow> {
  for await (const row of rows) {
    if (isBlankRow(row)) continue
    assertWithinLimits(row)
    yield row
  }
}

async function* limitRows(rows: AsyncIterable<TableRow>, beginsAfter: number): AsyncGenerator<TableRow> {
  let count = 0
  for await (const row of rows) {
    if (row.position > beginsAfter) count += 1
    if (count > FILE_LIMITS.rows) throw new FileFault('tooManyRows', { row: row.position, limit: FILE_LIMITS.rows })
    yield row
  }
}

function assertWithinLimits({ position, cells }: TableRow): void {
  if (filledWidth(cells) > FILE_LIMITS.columns)
    throw new FileFault('tooManyColumns', { row: position, limit: FILE_LIMITS.columns })
  const long = cells.findIndex((cell) => typeof cell === 'string' && cell.length > FILE_LIMITS.cellCharacters)
  if (long >= 0)
    throw new FileFault('cellTooLong', { row: position, column: long + 1, limit: FILE_LIMITS.cellCharacters })
}

async function takeRows(rows: AsyncIterable<TableRow>, count: number): Promise<TableRow[]> {
  const first: TableRow[] = []
  for await (const row of rows) {
    first.push(row)
    if (first.length === count) break
  }
  return first
}
