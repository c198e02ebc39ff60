import path from 'node:path'
import { FileFault } from './file-fault'
import { classifyFormatCode, findBuiltInFormat, type NumberFormat } from './number-formats'
import { localName, parseXml, type XmlAttributes } from './parse-xml'
import type { Archive } from './xlsx-archive'

type Sheet = { name: string; part: string; isHidden: boolean }

export type Workbook = {
  /** Worksheets in their order, without chart sheets. */
  sheets: Sheet[]
  dateSystem: 1900 | 1904
  sharedStringsPart: string | null
  /** Format of a cell by its style (`s`). */
  formats: NumberFormat[]
}

type Relationship = { id: string; type: string; part: string }

/**
 * Reads the parts that say where the sheets are and what their numbers mean (ECMA-376 part 1, 12 and 18). Transitional and strict files
 * differ in namespaces only, which are not read.
 * @throws {FileFault} `notATable` for another kind of document, `malformed`, `unsafeXml`
 */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const root = await readRelationships(archive, '')
  const workbookPart = root.find(({ type }) => type === 'officeDocument')?.part
  if (workbookPart === undefined || !archive.has(workbookPart)) throw new FileFault('malformed')
  const { sheets, dateSystem, isWorkbook } = await readWorkbookPart(archive, workbookPart)
  if (!isWorkbook) throw new FileFault('notATable', { format: 'archive' })
  const relationships = await readRelationships(archive, workbookPart)
  const findPart = (type: string) =>
    relationships.find((relationship) => relationship.type === type && archive.has(relationship.part))?.part ?? null
  const stylesPart = findPart('styles')
  return {
    sheets: sheets.flatMap(({ relationshipId, ...sheet }) => {
      const target = relationships.find(({ id, type }) => id === relationshipId && type === 'worksheet')
      return target && archive.has(target.part) ? [{ ...sheet, part: target.part }] : []
    }),
    dateSystem,
    sharedStringsPart: findPart('sharedStrings'),
    formats: stylesPart === null ? [] : await readFormats(archive, stylesPart),
  }
}

/** Relationships of a part, or of the archive itself if `part` is empty. */
async function readRelationships(archive: Archive, part: string): Promise<Relationship[]> {
  const folder = path.posix.dirname(part)
  const name = path.posix.join(folder, '_rels', `${path.posix.basename(part)}.rels`)
  if (!archive.has(name)) return []
  return collect(
    parseXml<Relationship>(archive.read(name), (emit) => ({
      open: (element, { Id: id = '', Type: type = '', Target: target = '' }) => {
        if (element !== 'Relationship') return
        // Absolute, or relative to the part.
        const resolved = target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target)
        emit({ id, type: path.posix.basename(type), part: resolved })
      },
    })),
  )
}

type SheetReference = { name: string; isHidden: boolean; relationshipId: string }

async function readWorkbookPart(archive: Archive, part: string) {
  let dateSystem: 1900 | 1904 = 1900
  let isWorkbook = false
  const sheets = await collect(
    parseXml<SheetReference>(archive.read(part), (emit) => ({
      open: (element, attributes) => {
        if (element === 'workbook') isWorkbook = true
        if (element === 'workbookPr' && /^(?:1|true)$/.test(attributes['date1904'] ?? '')) dateSystem = 1904
        if (element === 'sheet') emit(toSheetReference(attributes))
      },
    })),
  )
  return { sheets, dateSystem, isWorkbook }
}

function toSheetReference(attributes: XmlAttributes): SheetReference {
  // `r:id`, whatever the prefix.
  const [, relationshipId = ''] =
    Object.entries(attributes).find(([key]) => key.includes(':') && localName(key) === 'id') ?? []
  return { name: attributes['name'] ?? '', isHidden: /hidden/i.test(attributes['state'] ?? ''), relationshipId }
}

async function readFormats(archive: Archive, part: string): Promise<NumberFormat[]> {
  const custom = new Map<number, NumberFormat>()
  let isInCellFormats = false
  const ids = await collect(
    parseXml<number>(archive.read(part), (emit) => ({
      open: (element, { numFmtId: id = '0', formatCode: code = '' }) => {
        if (element === 'numFmt') custom.set(Number(id), classifyFormatCode(code))
        if (element === 'cellXfs') isInCellFormats = true
        if (element === 'xf' && isInCellFormats) emit(Number(id))
      },
      close: (element) => {
        if (element === 'cellXfs') isInCellFormats = false
      },
    })),
  )
  return ids.map((id) => custom.get(id) ?? findBuiltInFormat(id))
}

/** The small parts of a workbook. Excel allows 65,490 formats. */
const ITEMS_MAX = 65_536

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = []
  for await (const item of items) {
    list.push(item)
    if (list.length > ITEMS_MAX) throw new FileFault('unsafeArchive', { limit: ITEMS_MAX })
  }
  return list
}
