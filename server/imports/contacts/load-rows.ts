import { CONTACT_JOB_BATCH_SIZE } from '../../contact-jobs/constants'
import { loadContactProperties } from '../../contact-properties/contact-properties'
import { db, queryRows } from '../../db'
import { mapInSlices } from '../../map-in-slices'
import { getOrganizationTimeZone } from '../../time-zones'
import type { StagedRow } from './import-queries'
import type { ReadyImportSpec } from './import-spec'
import { createRowMapper, type MappedRow } from './map-row'
import { createMissingReferences, loadReferenceNames, resolveReferences } from './reference-names'

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
 * @param createsReferences also creates the locations and companies that they name, if the settings say so
 */
export async function openRowLoader(
  organizationId: string,
  jobId: string,
  spec: ReadyImportSpec,
  { createsReferences }: { createsReferences: boolean },
): Promise<RowLoader> {
  const { settings } = spec
  const mapRow = createRowMapper(spec, await loadMappingContext(organizationId, spec))
  const usesNames = settings.targets.some((target) => target === 'location' || target === 'company')
  const names = usesNames ? await loadReferenceNames(organizationId) : { locations: new Map(), companies: new Map() }
  return async (after) => {
    const rows = await mapInSlices(await readStagedRows(organizationId, jobId, after), mapRow)
    if (createsReferences && settings.createMissing) await createMissingReferences(organizationId, names, rows)
    return rows.map((row) => withTags(resolveReferences(names, settings, row), settings.tags))
  }
}

export async function loadMappingContext(organizationId: string, { settings }: Pick<ReadyImportSpec, 'settings'>) {
  const [{ defaultCountry }, timeZone, properties] = await Promise.all([
    db.organization.findUniqueOrThrow({ where: { id: organizationId }, select: { defaultCountry: true } }),
    getOrganizationTimeZone(organizationId),
    loadContactProperties(organizationId),
  ])
  const { dateOrder, decimalMark } = settings
  return { country: defaultCountry, timeZone, properties, dateOrder, decimalMark }
}

function withTags(row: MappedRow, tags: readonly string[]): MappedRow {
  if (row.input === null || tags.length === 0) return row
  return { ...row, input: { ...row.input, tags: [...new Set([...(row.input.tags ?? []), ...tags])] } }
}
