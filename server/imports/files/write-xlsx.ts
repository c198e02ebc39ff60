import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { isoDateToSerial } from './excel-serial'
import { FILE_LIMITS, FileFault } from './file-fault'
import { type Cell, formatCell } from './table-row'
import type { WrittenTable } from './table-writer'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** Of a worksheet, with the headings. */
const ROWS_MAX = 1_048_576
const STYLES = { plain: 0, heading: 1, date: 2, dateTime: 3 } as const

/**
 * Writes a workbook of one sheet (ECMA-376 part 1, 18) with constant memory: headings that stay when scrolling, and typed cells. Texts are
 * never formulas, so that they need no escape.
 * @param open called when the first part is read
 * @throws {FileFault} `tooManyRows` beyond the rows of a worksheet, when they are reached
 */
export async function* writeXlsx(
  sheetName: string,
  open: () => WrittenTable | Promise<WrittenTable>,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(buildParts(sheetName))) zip.addBuffer(Buffer.from(XML + content), name)
  const sheet = Readable.from(writeSheet(open), { objectMode: false })
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  const output = zip.outputStream as Readable
  const fail = (error: Error) => output.destroy(error)
  sheet.on('error', fail)
  zip.on('error', fail)
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    // Stops reading rows when the client disconnects.
    sheet.destroy()
  }
}

function buildParts(sheetName: string): Record<string, string> {
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets><sheet name="${escapeText(toSheetName(sheetName))}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="22" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  }
}

/** At most 31 characters, without those that references to sheets use. */
function toSheetName(name: string): string {
  return (
    name
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim()
      .slice(0, 31) || 'Sheet1'
  )
}

const COLUMN_WIDTH_CHARACTERS = 20

async function* writeSheet(open: () => WrittenTable | Promise<WrittenTable>): AsyncGenerator<string> {
  const { columns, rows } = await open()
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`
  if (columns.length > 0)
    yield `<cols><col min="1" max="${columns.length}" width="${COLUMN_WIDTH_CHARACTERS}" customWidth="1"/></cols>`
  yield '<sheetData>'
  const headers = columns.map((column) => (typeof column === 'string' ? column : column.header))
  yield `<row r="1">${headers.map((header) => textCell(header, STYLES.heading)).join('')}</row>`
  let position = 1
  for await (const row of rows) {
    position += 1
    if (position > ROWS_MAX) throw new FileFault('tooManyRows', { row: position, limit: ROWS_MAX })
    yield `<row r="${position}">${readCells(columns, row).map(writeCell).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

type WrittenRow = WrittenTable['rows'] extends AsyncIterable<infer Row> ? Row : never

function readCells(columns: WrittenTable['columns'], row: WrittenRow): Cell[] {
  if (Array.isArray(row)) return row.map((cell: Cell | null | undefined) => cell ?? '')
  const values = row as Exclude<WrittenRow, readonly unknown[]>
  return columns.map((column) => values[typeof column === 'string' ? column : column.key] ?? '')
}

/** Without references: cells follow each other. */
function writeCell(cell: Cell): string {
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'number' && Number.isFinite(cell)) return `<c><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'isoDate' in cell) return dateCell(cell.isoDate)
  return cell === '' ? '<c/>' : textCell(formatCell(cell), STYLES.plain)
}

function dateCell(isoDate: string): string {
  const serial = isoDateToSerial(isoDate)
  if (serial === null) return textCell(isoDate, STYLES.plain)
  return `<c s="${isoDate.includes('T') ? STYLES.dateTime : STYLES.date}"><v>${serial}</v></c>`
}

function textCell(text: string, style: number): string {
  const content = escapeText(text.slice(0, FILE_LIMITS.cellCharacters))
  return `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control characters, most of which XML 1.0 cannot contain, and texts that look like the escape of one.
const UNSTORABLE = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/gu

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSTORABLE, (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
