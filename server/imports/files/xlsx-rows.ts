import { serialToIsoDate } from './excel-serial'
import { FILE_LIMITS, FileFault } from './file-fault'
import type { NumberFormat } from './number-formats'
import { parseXml, type XmlAttributes, type XmlHandler } from './parse-xml'
import type { Cell } from './table-row'

/** A cell whose text is in the shared strings. */
export type SharedCell = { sharedString: number }
export type SheetRow = { position: number; cells: (Cell | SharedCell)[] }

type SheetContext = { formats: readonly NumberFormat[]; dateSystem: 1900 | 1904 }

/**
 * Reads the rows of a worksheet (ECMA-376 part 1, 18.3.1): the last calculated value of formulas, of merged cells the first, as a
 * spreadsheet saves them as CSV. Rows without a value are not yielded.
 * @throws {FileFault} `tooManyColumns`, `cellTooLong`, `rowTooLong`, `malformed`, `unsafeXml`
 */
export function readSheetRows(chunks: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<SheetRow> {
  return parseXml<SheetRow>(chunks, (emit) => createSheetHandler(emit, context))
}

type OpenCell = { column: number; type: string; style: number; text: string }

function createSheetHandler(emit: (row: SheetRow) => void, context: SheetContext): XmlHandler {
  let row: SheetRow = { position: 0, cells: [] }
  let rowCharacters = 0
  let nextColumn = 0
  let cell: OpenCell | null = null
  let isInText = false
  let isInPhonetic = false
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        row = { position: readPosition(attributes, row.position), cells: [] }
        rowCharacters = 0
        nextColumn = 0
      } else if (name === 'c') {
        cell = openCell(attributes, nextColumn)
        nextColumn = cell.column + 1
      } else if (name === 'rPh') isInPhonetic = true
      else if (name === 'v' || name === 't') isInText = cell !== null && !isInPhonetic
    },
    text: (text) => {
      if (!isInText || cell === null) return
      cell.text += text
      rowCharacters += text.length
      assertWithinLimits(row.position, cell, rowCharacters)
    },
    close: (name) => {
      if (name === 'v' || name === 't') isInText = false
      else if (name === 'rPh') isInPhonetic = false
      else if (name === 'c' && cell !== null) {
        if (cell.text !== '') setCell(row, cell.column, toCell(cell, context))
        cell = null
      } else if (name === 'row' && row.cells.length > 0) emit(row)
    },
  }
}

function readPosition({ r: reference }: XmlAttributes, previous: number): number {
  const position = reference === undefined ? previous + 1 : Number(reference)
  if (!Number.isInteger(position) || position <= previous) throw new FileFault('malformed', { row: previous + 1 })
  return position
}

function openCell({ r: reference, t: type = 'n', s: style = '0' }: XmlAttributes, nextColumn: number): OpenCell {
  const column = reference === undefined ? nextColumn : readColumn(reference)
  return { column, type, style: Number(style), text: '' }
}

/** `C12` is column 2. Excel ends at `XFD`. */
function readColumn(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0]
  if (letters === undefined) throw new FileFault('malformed')
  return Array.from(letters).reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function assertWithinLimits(row: number, { column, text }: OpenCell, rowCharacters: number): void {
  const at = { row, column: column + 1 }
  // Only of cells with a value: whole rows may have a format.
  if (column >= FILE_LIMITS.columns) throw new FileFault('tooManyColumns', { row, limit: FILE_LIMITS.columns })
  if (text.length > FILE_LIMITS.cellCharacters)
    throw new FileFault('cellTooLong', { ...at, limit: FILE_LIMITS.cellCharacters })
  if (rowCharacters > FILE_LIMITS.rowBytes) throw new FileFault('rowTooLong', { row, limit: FILE_LIMITS.rowBytes })
}

function setCell({ cells }: SheetRow, column: number, value: Cell | SharedCell): void {
  while (cells.length < column) cells.push('')
  cells[column] = value
}

function toCell({ type, style, text }: OpenCell, { formats, dateSystem }: SheetContext): Cell | SharedCell {
  switch (type) {
    case 's':
      return { sharedString: Number(text) }
    case 'b':
      return text === '1' || text === 'true'
    case 'e':
      return { error: text }
    case 'd':
      return { isoDate: text.replace(/(?:T00:00:00)?(?:\.\d+)?Z?$/, '') }
    case 'n':
      return toNumericCell(text, formats[style], dateSystem)
    default:
      return unescapeText(text)
  }
}

function toNumericCell(text: string, format: NumberFormat | undefined, dateSystem: 1900 | 1904): Cell {
  const number = Number(text)
  if (!Number.isFinite(number)) return text
  if (format === undefined || format.kind === 'number') return number
  if (format.kind === 'padded') return Number.isInteger(number) ? String(number).padStart(format.digits, '0') : number
  const isoDate = serialToIsoDate(number, dateSystem)
  if (isoDate === null) return number
  return format.kind === 'time' && number < 1 ? (isoDate.split('T')[1] ?? '00:00:00') : { isoDate }
}

/** `_x000D_` stands for a character that XML cannot contain (ECMA-376 part 1, 22.9.2.19). */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
