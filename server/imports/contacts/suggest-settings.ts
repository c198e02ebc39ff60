import { type PropertyDefinition, type PropertyType, suggestKey } from '../../contact-properties/constants'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import type { Tx } from '../../db'
import { detectDateOrder, detectDecimalMark, isDateColumn, isNumberColumn } from '../columns/detect-formats'
import { readValue, type ValueContext, type ValueKind } from '../columns/read-value'
import { recognizeLayout } from '../columns/recognize-layout'
import { suggestColumns } from '../columns/suggest-columns'
import { type Cell, formatCell, isBlankCell } from '../files/table-row'
import { type ImportRecords, type ImportTarget, importsContacts, TARGETS_BY_RECORDS } from './constants'
import type { ImportSpec } from './import-spec'
import { guessMetric } from './responses/guess-metric'
import type { ImportSettings, ImportTable } from './schema'

const SAMPLE_ROWS = 2000

type DescribedSpec = ImportSpec & { table: ImportTable }
type Suggestion = Pick<
  ImportSpec,
  'records' | 'columnTypes' | 'isDateOrderCertain' | 'layout' | 'fileTimeZone' | 'recipe'
> & { settings: ImportSettings }

/**
 * Suggests the settings of an import by its headings and first rows; a finished import of a file with the same headings is the recipe. The
 * export of another service also says what it lists, unless a person has said something else.
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
  const properties = await loadContactProperties(organizationId, tx)
  const firstRows = sample.slice(0, 100)
  const layout = recognizeLayout(header, firstRows, { properties })
  const records = spec.hints.records ?? (spec.records === 'people' ? layout?.kind : null) ?? spec.records
  const isLayout = layout?.kind === records
  const suggested = isLayout ? layout.columns : suggestColumns(header, firstRows, { properties })
  const targets = suggested.map(({ target }) => (isOffered({ records }, target) ? target : 'ignored'))
  const recipe = await findRecipe(tx, organizationId, { ...spec, records })
  const scoreColumn = targets.indexOf('score')
  const locale = `${defaultLanguage}-${defaultCountry}`
  const used = recipe?.settings.targets ?? targets
  const { isDateOrderCertain, ...formats } = detectFormats(columns, used, properties, spec.table.delimiter, locale)
  const settings: ImportSettings = {
    ...DEFAULTS,
    onExisting: records === 'answers' ? 'skip' : 'update',
    metric: guessMetric(header[scoreColumn] ?? '', columns[scoreColumn] ?? []),
    targets,
    ...recipe?.settings,
    ...formats,
  }
  return {
    records,
    layout: isLayout ? layout.layout : null,
    fileTimeZone: isLayout ? layout.timeZone : null,
    recipe: recipe && { id: recipe.id, fileName: recipe.fileName, createdAt: recipe.createdAt.toISOString() },
    settings,
    columnTypes: columns.map((cells) => guessType(cells, { country: defaultCountry, timeZone: 'UTC', ...formats })),
    isDateOrderCertain,
  }
}

/** @param locale of the organization */
function detectFormats(
  columns: readonly Cell[][],
  targets: readonly ImportTarget[],
  properties: readonly PropertyDefinition[],
  delimiter: string | null,
  locale: string,
) {
  const listTexts = (type: 'date' | 'number') =>
    columns.flatMap((cells, column) => (mayHold(type, targets[column], properties) ? [cells.map(formatCell)] : []))
  // Spreadsheets separate columns by semicolons where the comma is the decimal mark, and there days come before months.
  const fileLocale = delimiter === ';' ? 'fr-FR' : locale
  const { order, isAmbiguous } = detectDateOrder(listTexts('date').filter(isDateColumn).flat(), fileLocale)
  // Where commas separate columns, they rarely are decimal marks, too.
  const marks = delimiter === ',' ? 'en' : fileLocale
  const { mark } = detectDecimalMark(listTexts('number').filter(isNumberColumn).flat(), marks)
  return { dateOrder: order, decimalMark: mark, isDateOrderCertain: !isAmbiguous }
}

const TARGETS_OF_TYPE: Record<'date' | 'number', readonly ImportTarget[]> = {
  date: ['answeredAt', 'unsubscribedAt'],
  number: ['score'],
}

/** A text such as `1,5` in a column that is known to hold texts says nothing about the numbers of the file. */
function mayHold(
  type: 'date' | 'number',
  target: ImportTarget = 'ignored',
  properties: readonly PropertyDefinition[],
): boolean {
  if (target === 'ignored' || target === 'newProperty' || TARGETS_OF_TYPE[type].includes(target)) return true
  return properties.some((property) => target === `property:${property.key}` && property.type === type)
}

const DEFAULTS: Omit<ImportSettings, 'targets' | 'dateOrder' | 'decimalMark' | 'onExisting' | 'metric'> = {
  onUnreadable: 'refuse',
  createMissing: true,
  declareProperties: true,
  silent: false,
  tags: [],
  locationId: null,
  companyId: null,
  surveyId: null,
  sequenceId: null,
}

export function isOffered({ records }: { records: ImportRecords }, target: ImportTarget): boolean {
  if (target === 'ignored') return true
  const isProperty = target === 'newProperty' || target.startsWith('property:')
  return isProperty ? importsContacts(records) : TARGETS_BY_RECORDS[records].some((offered) => offered === target)
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

type Recipe = { id: string; fileName: string | null; createdAt: Date; settings: Partial<ImportSettings> }

/** The latest finished import of a file with the same headings, without what has been deleted since. */
async function findRecipe(tx: Tx, organizationId: string, { table, records }: DescribedSpec): Promise<Recipe | null> {
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
  const { settings, fileName } = (job?.spec ?? {}) as Partial<ImportSpec>
  if (!job || !settings || fileName === undefined) return null
  const { onExisting, onUnreadable, createMissing, declareProperties, metric } = settings
  const kept = { onExisting, onUnreadable, createMissing, declareProperties, ...(metric ? { metric } : {}) }
  const declared = new Set((await loadContactProperties(organizationId, tx)).map(({ key }) => `property:${key}`))
  const targets = updateTargets(settings.targets, table.header, declared)
  const isSurveyThere =
    settings.surveyId != null &&
    (await tx.survey.count({ where: { organizationId, id: settings.surveyId, deletedAt: null } })) > 0
  const surveyId = isSurveyThere ? settings.surveyId : null
  return { id: job.id, fileName, createdAt: job.createdAt, settings: { ...kept, targets, surveyId } }
}

/** Without properties that were deleted since, and with those that were declared from new fields. */
function updateTargets(
  targets: readonly ImportTarget[],
  header: readonly string[],
  declared: ReadonlySet<string>,
): ImportTarget[] {
  const used = new Set(targets)
  return targets.map((target, column) => {
    if (target.startsWith('property:') && !declared.has(target)) return 'newProperty'
    const property = `property:${suggestKey(header[column] ?? '')}` as const
    if (target !== 'newProperty' || !declared.has(property) || used.has(property)) return target
    used.add(property)
    return property
  })
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
