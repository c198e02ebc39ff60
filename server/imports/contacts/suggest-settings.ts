import type { PropertyType } from '../../contact-properties/constants'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import type { Tx } from '../../db'
import { detectDateOrder, detectDecimalMark } from '../columns/detect-formats'
import { readValue, type ValueContext, type ValueKind } from '../columns/read-value'
import { suggestColumns } from '../columns/suggest-columns'
import { type Cell, formatCell, isBlankCell } from '../files/table-row'
import { type ImportTarget, TARGETS_BY_RECORDS } from './constants'
import type { ImportSpec } from './import-spec'
import type { ImportSettings, ImportTable } from './schema'

const SAMPLE_ROWS = 2000

type DescribedSpec = ImportSpec & { table: ImportTable }
type Suggestion = { settings: ImportSettings; columnTypes: PropertyType[]; isDateOrderCertain: boolean }

/**
 * Suggests the settings of an import by its headings and first rows; a finished import of a file with the same headings is the recipe.
 * @param jobId its rows are stored
 */
export async function suggestSettings(
  tx: Tx,
  organizationId: string,
  jobId: string,
  spec: DescribedSpec,
): Promise<Suggestion> {
  const { header } = spec.table
  const sample = await readSample(tx, organizationId, jobId)
  const { defaultLanguage, defaultCountry } = await tx.organization.findUniqueOrThrow({ where: { id: organizationId } })
  const columns = header.map((_, column) =>
    sample.flatMap((row) => row[column] ?? []).filter((cell) => !isBlankCell(cell)),
  )
  const texts = columns.flatMap((cells) => cells.map(formatCell))
  // Spreadsheets separate columns by semicolons where the comma is the decimal mark, and there days come before months.
  const locale = spec.table.delimiter === ';' ? 'fr-FR' : `${defaultLanguage}-${defaultCountry}`
  const dates = detectDateOrder(texts, locale)
  const formats = { dateOrder: dates.order, decimalMark: detectDecimalMark(texts, locale).mark }
  const properties = await loadContactProperties(organizationId, tx)
  const suggested = suggestColumns(header, sample.slice(0, 100), { properties })
  const settings: ImportSettings = {
    ...DEFAULTS,
    targets: suggested.map(({ target }) => (isOffered(spec, target) ? target : 'ignored')),
    ...(await findRecipe(tx, organizationId, spec)),
    ...formats,
  }
  return {
    settings,
    columnTypes: columns.map((cells) => guessType(cells, { country: defaultCountry, timeZone: 'UTC', ...formats })),
    isDateOrderCertain: !dates.isAmbiguous,
  }
}

const DEFAULTS: Omit<ImportSettings, 'targets' | 'dateOrder' | 'decimalMark'> = {
  onExisting: 'update',
  onUnreadable: 'refuse',
  createMissing: true,
  declareProperties: true,
  silent: false,
  tags: [],
  locationId: null,
  companyId: null,
}

export function isOffered({ records }: Pick<ImportSpec, 'records'>, target: ImportTarget): boolean {
  if (target === 'ignored') return true
  const isProperty = target === 'newProperty' || target.startsWith('property:')
  return isProperty ? records === 'people' : TARGETS_BY_RECORDS[records].some((offered) => offered === target)
}

async function readSample(tx: Tx, organizationId: string, jobId: string): Promise<Cell[][]> {
  const rows = await tx.contactImportRow.findMany({
    where: { organizationId, jobId },
    select: { cells: true },
    orderBy: { position: 'asc' },
    take: SAMPLE_ROWS,
  })
  return rows.map(({ cells }) => cells as Cell[])
}

async function findRecipe(
  tx: Tx,
  organizationId: string,
  { table, records }: DescribedSpec,
): Promise<Partial<ImportSettings>> {
  const job = await tx.contactJob.findFirst({
    where: {
      organizationId,
      kind: 'import',
      status: 'done',
      AND: [
        { spec: { path: ['records'], equals: records } },
        { spec: { path: ['table', 'header'], equals: table.header } },
      ],
    },
    orderBy: { createdAt: 'desc' },
  })
  const settings = (job?.spec as ImportSpec | undefined)?.settings
  if (!settings) return {}
  const { targets, onExisting, onUnreadable, createMissing, declareProperties } = settings
  return { targets, onExisting, onUnreadable, createMissing, declareProperties }
}

const TYPE_KINDS: readonly (readonly [PropertyType, ValueKind])[] = [
  ['boolean', 'boolean'],
  ['number', 'number'],
  ['date', 'date'],
]

/** A type that each value fits. A code with leading zeros is no number. */
function guessType(cells: readonly Cell[], context: ValueContext): PropertyType {
  const isCode = cells.some((cell) => typeof cell === 'string' && /^0\d+$|^\+|^\d{16,}/.test(cell.trim()))
  if (cells.length === 0 || isCode) return 'text'
  const isFlag = (cell: Cell) => typeof cell === 'boolean' || !/^[01]$/.test(formatCell(cell).trim())
  const fits = (kind: ValueKind) =>
    cells.every((cell) => 'value' in readValue(kind, cell, context) && (kind !== 'boolean' || isFlag(cell)))
  return TYPE_KINDS.find(([, kind]) => fits(kind))?.[0] ?? 'text'
}
