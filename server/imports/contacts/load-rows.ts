import { CONTACT_JOB_BATCH_SIZE } from '../../contact-jobs/constants'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import { CONTACT_TAGS_MAX } from '../../contacts/schema'
import { db, queryRows } from '../../db'
import { mapInSlices } from '../../map-in-slices'
import { localizableMessage } from '../../messages/localizable-message'
import { getOrganizationTimeZone } from '../../time-zones'
import type { StagedRow } from './import-queries'
import type { ReadyImportSpec } from './import-spec'
import { createRowMapper, type MappedRow } from './map-row'
import { openFindOrCreateReferences } from './reference-names'
import { createMissingSurveys, loadImportSurveyLookup, resolveImportSurvey } from './responses/import-surveys'

const BATCH_CHARACTERS = 4 * 1024 * 1024

/** The next stored rows of an import: up to 1,000, fewer if they are large. */
export function readStagedRows(organizationId: string, jobId: string, after: number): Promise<StagedRow[]> {
  return queryRows<StagedRow>({
    name: 'import-rows-after',
    text: `SELECT position, cells FROM (
        SELECT position, cells, sum(length(cells::text)) OVER (ORDER BY position) AS characters, row_number() OVER (ORDER BY position) AS n
        FROM (SELECT position, cells FROM contact_import_row
          WHERE organization_id = $1::uuid AND job_id = $2::uuid AND position > $3::int ORDER BY position LIMIT $4::int) next
      ) batch WHERE n = 1 OR characters <= $5::int ORDER BY position`,
    values: [organizationId, jobId, after, CONTACT_JOB_BATCH_SIZE, BATCH_CHARACTERS],
  })
}

export type RowLoader = (after: number) => Promise<MappedRow[]>

/**
 * Opens a reader of the rows as they will be imported; an empty batch is the end.
 * @param startedAt of the import that creates the surveys, locations and companies that are missing; null only counts
 */
export async function openRowLoader(
  organizationId: string,
  jobId: string,
  spec: ReadyImportSpec,
  { startedAt }: { startedAt: Date | null },
): Promise<RowLoader> {
  const { settings } = spec
  const mapRow = createRowMapper(spec, await loadMappingContext(organizationId, spec))
  const resolveReferences = await openFindOrCreateReferences(organizationId, settings, startedAt)
  const resolveSurveys = spec.records === 'answers' ? await openSurveyResolver(organizationId, spec, startedAt) : null
  return async (after) => {
    const mapped = await mapInSlices(await readStagedRows(organizationId, jobId, after), mapRow)
    const rows = resolveSurveys === null ? mapped : await resolveSurveys(mapped)
    return (await resolveReferences(rows)).map((row) => withTags(row, settings.tags))
  }
}

async function openSurveyResolver(organizationId: string, { settings }: ReadyImportSpec, startedAt: Date | null) {
  const surveys = await loadImportSurveyLookup(organizationId)
  return async (rows: readonly MappedRow[]): Promise<MappedRow[]> => {
    const resolved = rows.map((row) => withSurvey(surveys, settings, row))
    const answers = resolved.flatMap(({ answer, input }) => (answer === null || input === null ? [] : answer))
    if (startedAt !== null) await createMissingSurveys(organizationId, surveys, answers)
    return resolved
  }
}

function withSurvey(
  surveys: Parameters<typeof resolveImportSurvey>[0],
  settings: ReadyImportSpec['settings'],
  row: MappedRow,
): MappedRow {
  if (row.answer === null) return row
  const result = resolveImportSurvey(surveys, settings, row.answer)
  if ('survey' in result) return { ...row, answer: { ...row.answer, survey: result.survey } }
  return { ...row, input: null, reasons: [...row.reasons, { column: null, message: result.fault }] }
}

export async function loadMappingContext(
  organizationId: string,
  { settings, fileTimeZone }: Pick<ReadyImportSpec, 'settings' | 'fileTimeZone'>,
) {
  const [{ defaultCountry }, timeZone, properties] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { defaultCountry: true } }),
    getOrganizationTimeZone(organizationId),
    loadContactProperties(organizationId),
  ])
  const { dateOrder, decimalMark } = settings
  return { country: defaultCountry, timeZone: fileTimeZone ?? timeZone, properties, dateOrder, decimalMark }
}

function withTags(row: MappedRow, added: readonly string[]): MappedRow {
  if (row.input === null || added.length === 0) return row
  const tags = [...new Set([...(row.input.tags ?? []), ...added])]
  if (tags.length <= CONTACT_TAGS_MAX) return { ...row, input: { ...row.input, tags } }
  const reason = { column: null, message: localizableMessage('import.tooManyTags') }
  return { ...row, input: null, reasons: [...row.reasons, reason] }
}
