import { db } from '../../db'
import { createContactOrganization } from '../../master-data/contact-organizations'
import { createLocation } from '../../master-data/locations'
import { CreateContactOrganization, CreateLocation } from '../../master-data/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { toPlainWords } from '../columns/plain-words'
import type { MappedRow } from './map-row'

/** Ids of locations and companies by name, whatever its case and accents. */
export type ReferenceNames = { locations: Map<string, string>; companies: Map<string, string> }

export async function loadReferenceNames(organizationId: string): Promise<ReferenceNames> {
  const query = {
    where: { organizationId, removedAt: null },
    select: { id: true, name: true },
    orderBy: { id: 'desc' },
  } as const
  const [locations, companies] = await Promise.all([
    db.location.findMany(query),
    db.contactOrganization.findMany(query),
  ])
  // The oldest of those with one name is the last.
  const toMap = (rows: { id: string; name: string }[]) => new Map(rows.map(({ id, name }) => [toNameKey(name), id]))
  return { locations: toMap(locations), companies: toMap(companies) }
}

function toNameKey(name: string): string {
  return toPlainWords(name) || name.trim()
}

/** Adds the locations and companies that the rows name and that do not exist. Each commits alone: a repetition finds it. */
export async function createMissingReferences(
  organizationId: string,
  names: ReferenceNames,
  rows: readonly MappedRow[],
): Promise<void> {
  for (const { input, locationName, companyName } of rows) {
    if (input === null) continue
    if (isMissing(names.locations, locationName)) {
      const { id } = await createLocation(organizationId, CreateLocation.parse({ name: locationName }))
      names.locations.set(toNameKey(locationName), id)
    }
    if (isMissing(names.companies, companyName)) {
      const { id } = await createContactOrganization(
        organizationId,
        CreateContactOrganization.parse({ name: companyName }),
      )
      names.companies.set(toNameKey(companyName), id)
    }
  }
}

function isMissing(ids: ReadonlyMap<string, string>, name: string | null): name is string {
  return name !== null && !ids.has(toNameKey(name)) && isValidName(name)
}

function isValidName(name: string): boolean {
  return CreateLocation.shape.name.safeParse(name).success
}

type ReferenceRules = { createMissing: boolean; locationId: string | null; companyId: string | null }

const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Puts the ids of its location and company into a row; a row that names an unknown one is refused, or counts as valid while they are still
 * to be created.
 */
export function resolveReferences(names: ReferenceNames, rules: ReferenceRules, row: MappedRow): MappedRow {
  if (row.input === null) return row
  const reasons = [...row.reasons]
  const resolve = (
    ids: ReadonlyMap<string, string>,
    name: string | null,
    preset: string | null,
    fault: 'Location' | 'Company',
  ) => {
    if (name === null) return preset
    const id = ids.get(toNameKey(name))
    if (id !== undefined) return id
    if (rules.createMissing && isValidName(name)) return UNKNOWN_ID
    reasons.push({ column: null, message: localizableMessage(`import.unknown${fault}`) })
    return null
  }
  const locationId = resolve(names.locations, row.locationName, rules.locationId, 'Location')
  const companyId = resolve(names.companies, row.companyName, rules.companyId, 'Company')
  if (reasons.length > row.reasons.length) return { ...row, input: null, reasons }
  const references = {
    ...(locationId === null ? {} : { locationId }),
    ...(companyId === null ? {} : { contactOrganizationId: companyId }),
  }
  return { ...row, input: { ...row.input, ...references } }
}
