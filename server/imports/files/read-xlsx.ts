import { FILE_LIMITS, FileFault } from './file-fault'
import { parseXml } from './parse-xml'
import type { SpooledFile } from './spool-file'
import { type StringStore, storeStrings } from './string-store'
import { type Cell, isBlankRow, type TableRow } from './table-row'
import type { OpenTableHint, TableSource } from './table-source'
import { type Archive, openArchive } from './xlsx-archive'
import { readSheetRows, type SheetRow, unescapeText } from './xlsx-rows'
import { readWorkbook, type Workbook } from './xlsx-workbook'

/**
 * Opens a workbook: the sheet of the hint, or the first visible one with a value.
 * @throws {FileFault} `empty` without such a sheet, `unknownSheet`, and what its parts throw
 */
export async function openXlsx(file: SpooledFile, hint: OpenTableHint): Promise<TableSource> {
  const archive = await openArchive(file)
  const workbook = await readWorkbook(archive)
  const strings = await storeSharedStrings(archive, workbook.sharedStringsPart)
  try {
    const readSheet = (part: string) => readRows(archive, { part, workbook, strings })
    const visible = workbook.sheets.filter(({ isHidden }) => !isHidden)
    const sheets = (visible.length > 0 ? visible : workbook.sheets).slice(0, FILE_LIMITS.sheets)
    const sheet = await chooseSheet(sheets, hint.sheet, readSheet)
    return {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheets: sheets.map(({ name }) => name),
      sheet: sheet.name,
      readRows: () => readSheet(sheet.part),
      close: strings.close,
    }
  } catch (error) {
    await strings.close()
    throw error
  }
}

type NamedPart = { name: string; part: string }

async function chooseSheet(
  sheets: NamedPart[],
  name: string | undefined,
  readSheet: (part: string) => AsyncIterable<TableRow>,
): Promise<NamedPart> {
  const chosen = sheets.find((sheet) => sheet.name === name)
  if (chosen) return chosen
  if (name !== undefined) throw new FileFault('unknownSheet')
  for (const sheet of sheets) if (await hasRows(readSheet(sheet.part))) return sheet
  throw new FileFault('empty')
}

async function hasRows(rows: AsyncIterable<TableRow>): Promise<boolean> {
  for await (const row of rows) if (!isBlankRow(row)) return true
  return false
}

/** A string beyond the limit of a cell is cut one character later, so that the cell that shows it is refused. */
const STORED_CHARACTERS = FILE_LIMITS.cellCharacters + 1

async function storeSharedStrings(archive: Archive, part: string | null): Promise<StringStore> {
  return storeStrings(part === null ? noStrings() : readSharedStrings(archive.read(part)))
}

async function* noStrings(): AsyncGenerator<string> {}

function readSharedStrings(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  return parseXml<string>(chunks, (emit) => {
    let string = ''
    let isInText = false
    let isInPhonetic = false
    return {
      open: (name) => {
        if (name === 'si') string = ''
        else if (name === 'rPh') isInPhonetic = true
        else if (name === 't') isInText = !isInPhonetic
      },
      text: (text) => {
        if (isInText && string.length < STORED_CHARACTERS) string += text
      },
      close: (name) => {
        if (name === 't') isInText = false
        else if (name === 'rPh') isInPhonetic = false
        else if (name === 'si') emit(unescapeText(string.slice(0, STORED_CHARACTERS)))
      },
    }
  })
}

async function* readRows(
  archive: Archive,
  { part, workbook, strings }: { part: string; workbook: Workbook; strings: StringStore },
): AsyncGenerator<TableRow> {
  for await (const row of readSheetRows(archive.read(part), workbook)) yield await resolveSharedStrings(row, strings)
}

async function resolveSharedStrings({ position, cells }: SheetRow, strings: StringStore): Promise<TableRow> {
  let characters = 0
  const resolved: Cell[] = []
  for (const cell of cells) {
    if (typeof cell !== 'object' || !('sharedString' in cell)) resolved.push(cell)
    else {
      const text = strings.peek(cell.sharedString) ?? (await strings.load(cell.sharedString)) ?? ''
      resolved.push(text)
      characters += text.length
    }
  }
  if (characters > FILE_LIMITS.rowBytes)
    throw new FileFault('rowTooLong', { row: position, limit: FILE_LIMITS.rowBytes })
  return { position, cells: resolved }
}
