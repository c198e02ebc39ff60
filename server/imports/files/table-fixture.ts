import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ZipFile } from 'yazl'
import { FILE_LIMITS, type FileFault } from './file-fault'
import { openTable } from './open-table'
import { formatCell, type TableRow } from './table-row'
import type { OpenTableHint } from './table-source'

const FIXTURES = path.join(import.meta.dirname, 'fixtures')

export async function* streamChunks(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}

/** Reads the whole table: `rows` as texts, `typedRows` as they are. */
export async function readTable(bytes: AsyncIterable<Uint8Array>, hint?: OpenTableHint) {
  const table = await openTable(bytes, hint)
  try {
    const typedRows: TableRow[] = []
    for await (const row of table.rows()) typedRows.push(row)
    return { ...table, typedRows, rows: typedRows.map(({ cells }) => cells.map(formatCell)) }
  } finally {
    await table.close()
  }
}

export async function readFixture(name: string, hint?: OpenTableHint) {
  return readTable(streamChunks(await readFile(path.join(FIXTURES, name))), hint)
}

/** The fault of reading the table, or null if it was read to its end. */
export async function readFault(bytes: AsyncIterable<Uint8Array>, hint?: OpenTableHint): Promise<FileFault | null> {
  return readTable(bytes, hint).then(
    () => null,
    (fault: FileFault) => fault,
  )
}

/** Changes a limit during some work, so that files beyond it need not be large. */
export async function withFileLimit(limit: keyof typeof FILE_LIMITS, value: number, work: () => Promise<unknown>) {
  const previous = FILE_LIMITS[limit]
  Object.assign(FILE_LIMITS, { [limit]: value })
  try {
    await work()
  } finally {
    Object.assign(FILE_LIMITS, { [limit]: previous })
  }
}

export async function zipParts(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const RELATIONSHIP = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A minimal workbook around the content of `sheetData`. */
export async function buildWorkbook(sheetData: string, parts: Record<string, string | Buffer> = {}): Promise<Buffer> {
  return zipParts({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONSHIP}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${RELATIONSHIP}"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Type="${RELATIONSHIP}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${RELATIONSHIP}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...parts,
  })
}
