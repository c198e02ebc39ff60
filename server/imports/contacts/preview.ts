import { loadContactJob } from '../../contact-jobs/contact-job'
import { formatPropertyValue } from '../../contact-properties/format-property-value'
import { parsePhone } from '../../contacts/phone'
import type { Locale } from '../../messages/locale'
import { translateLocalizableMessage } from '../../messages/translate-localizable-message'
import { formatCell } from '../files/table-row'
import { PREVIEW_ROWS } from './constants'
import type { StagedRow } from './import-queries'
import { castImportJob, requireReadySpec } from './import-spec'
import { loadMappingContext, readStagedRows } from './load-rows'
import { createRowMapper, definePropertiesOfNewColumns, type MappedRow, type MappingContext } from './map-row'
import type { ImportPreview } from './schema'

/** The first rows as they will be read, in the words and formats of the reader. Empty until the file was read, and once it is imported. */
export async function previewContactImport(organizationId: string, id: string, locale: Locale): Promise<ImportPreview> {
  const job = castImportJob(await loadContactJob(organizationId, id, 'import'))
  if (job.status !== 'checking' && job.status !== 'ready') return { country: null, rows: [] }
  const spec = requireReadySpec(job)
  const context = await loadMappingContext(organizationId, spec)
  const mapRow = createRowMapper(spec, context)
  const rows = (await readStagedRows(organizationId, id, 0)).slice(0, PREVIEW_ROWS)
  const newProperties = definePropertiesOfNewColumns(spec, context.properties)
  const targets = spec.settings.targets.map((target, column) => {
    const property = newProperties.get(column)
    return property ? `property:${property.key}` : target
  })
  const described = { ...context, properties: [...context.properties, ...newProperties.values()] }
  return {
    country: context.country,
    rows: rows.map((row) => presentRow(targets, described, locale, row, mapRow(row))),
  }
}

const CELL_CHARACTERS = 200

function presentRow(
  targets: readonly string[],
  context: MappingContext,
  locale: Locale,
  { position, cells }: StagedRow,
  mapped: MappedRow,
): ImportPreview['rows'][number] {
  const reasons = mapped.reasons.map(({ column, message }) => ({
    column,
    message: translateLocalizableMessage(locale, message),
  }))
  const texts = cells.map((cell, column) => {
    const error = reasons.find((reason) => reason.column === column)?.message ?? null
    const target = targets[column] ?? 'ignored'
    const read = error === null ? formatRead(target, mapped, context, locale) : null
    return { text: (read ?? formatCell(cell)).slice(0, CELL_CHARACTERS), error }
  })
  return { position, cells: texts, reasons: reasons.filter(({ column }) => column === null) }
}

type Formatter = (mapped: MappedRow, context: MappingContext, locale: Locale) => string | null | undefined

const FORMATTERS: Record<string, Formatter> = {
  email: ({ input }) => input?.email,
  phone: ({ input }, { country }) =>
    input?.phone && (parsePhone(input.phone, country)?.formatInternational() ?? input.phone),
  tags: ({ input }) => input?.tags?.join(', '),
  preferredLanguage: ({ input }, _context, locale) =>
    input?.preferredLanguage && new Intl.DisplayNames(locale, { type: 'language' }).of(input.preferredLanguage),
  score: ({ answer }, _context, locale) => answer && new Intl.NumberFormat(locale).format(answer.score),
  answeredAt: ({ answer }, context, locale) => answer && formatTime(answer.at, context, locale),
  unsubscribedAt: ({ suppression: { optedOutAt } }, context, locale) =>
    optedOutAt && formatTime(optedOutAt, context, locale),
}

function formatTime(at: Date, { timeZone }: MappingContext, locale: Locale): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}

/** A value as it was read, where that is not the text of the cell. */
function formatRead(target: string, mapped: MappedRow, context: MappingContext, locale: Locale): string | null {
  const property = context.properties.find(({ key }) => `property:${key}` === target)
  const value = property && mapped.input?.customFields?.[property.key]
  if (property && value !== undefined) return formatPropertyValue(property, value, locale)
  return FORMATTERS[target]?.(mapped, context, locale) || null
}
