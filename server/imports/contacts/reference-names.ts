import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import { db, type Tx } from '../../db'
import { acquireCountLimitLock } from '../../locks'
import { getPrismaModel } from '../../master-data/queries'
import { CreateLocation } from '../../master-data/schema'
import { localizableMessage } from '../../messages/localizable-message'
import { transact } from '../../unit-of-work'
import { toNameKey } from '../columns/name-key'
import { NEW_COMPANIES_MAX, NEW_LOCATIONS_MAX } from './constants'
import type { RowReason } from './import-queries'
import type { MappedRow } from './map-row'
import type { ImportSettings } from './schema'

const KINDS = {
  location: {
    table: 'location',
    newMax: NEW_LOCATIONS_MAX,
    unknown: localizableMessage('import.unknownLocation'),
    tooMany: localizableMessage('import.tooManyLocations', { maximum: NEW_LOCATIONS_MAX }),
  },
  company: {
    table: 'contact_organization',
    newMax: NEW_COMPANIES_MAX,
    unknown: localizableMessage('import.unknownCompany'),
    tooMany: localizableMessage('import.tooManyCompanies', { maximum: NEW_COMPANIES_MAX }),
  },
} as const
type Kind = keyof typeof KINDS

type Reference = { id: string; name: string }

/** Ids by name, and how many more the import may create. */
type NameIndex = { ids: Map<string, string>; remaining: number }

/** Id of one that an import would create. */
const UNKNOWN_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Opens a function that puts the ids of the locations and companies that they name into rows, in the order of the file. A row that names an
 * unknown one is refused, unless the settings say that it is to be created and the file has not created as many as it may.
 * @param startedAt of the import, which creates what is missing; null only counts
 */
export async function openFindOrCreateReferences(
  organizationId: string,
  settings: ImportSettings,
  startedAt: Date | null,
): Promise<(rows: readonly MappedRow[]) => Promise<MappedRow[]>> {
  const indexes = {
    location: await loadNames(organizationId, settings, 'location'),
    company: await loadNames(organizationId, settings, 'company'),
  }
  return async (rows) => {
    for (const kind of ['location', 'company'] as const)
      if (settings.createMissing) await addMissing(organizationId, kind, indexes[kind], { rows, startedAt })
    return rows.map((row) => resolveRow(indexes, settings, row))
  }
}

async function loadNames(organizationId: string, { targets }: ImportSettings, kind: Kind): Promise<NameIndex> {
  const index: NameIndex = { ids: new Map(), remaining: KINDS[kind].newMax }
  if (!targets.includes(kind)) return index
  const references = await getPrismaModel(db, KINDS[kind].table).findMany({
    where: { organizationId, removedAt: null },
    select: { id: true, name: true },
    orderBy: { id: 'desc' },
  })
  // The oldest of those with one name is the last. Names as they are written come before those that are only alike.
  for (const { id, name } of references) index.ids.set(toNameKey(name), id)
  for (const { id, name } of references) index.ids.set(name, id)
  return index
}

function findId({ ids }: NameIndex, name: string): string | undefined {
  return ids.get(name) ?? ids.get(toNameKey(name))
}

function addReference({ ids }: NameIndex, { id, name }: Reference): void {
  for (const key of [name, toNameKey(name)]) if (!ids.has(key)) ids.set(key, id)
}

type Missing = { rows: readonly MappedRow[]; startedAt: Date | null }

async function addMissing(
  organizationId: string,
  kind: Kind,
  index: NameIndex,
  { rows, startedAt }: Missing,
): Promise<void> {
  const names = listMissingNames(index, kind, rows)
  if (names.length === 0 || index.remaining === 0) return
  const added =
    startedAt === null ? planReferences(index, names) : await createReferences(organizationId, kind, names, startedAt)
  for (const reference of added.references) addReference(index, reference)
  index.remaining = added.remaining
}

function listMissingNames(index: NameIndex, kind: Kind, rows: readonly MappedRow[]): string[] {
  const names = new Map<string, string>()
  for (const row of rows) {
    const name = row.input && parseName(getName(row, kind))
    if (name && findId(index, name) === undefined && !names.has(toNameKey(name))) names.set(toNameKey(name), name)
  }
  return [...names.values()]
}

function getName({ locationName, companyName }: MappedRow, kind: Kind): string | null {
  return kind === 'location' ? locationName : companyName
}

/** Null for a text that cannot be the name of a location or company. */
function parseName(text: string | null): string | null {
  return CreateLocation.shape.name.safeParse(text).data ?? null
}

type Added = { references: Reference[]; remaining: number }

function planReferences({ remaining }: NameIndex, names: readonly string[]): Added {
  const references = names.slice(0, remaining).map((name) => ({ id: UNKNOWN_ID, name }))
  return { references, remaining: remaining - references.length }
}

/**
 * Creates what is missing in a transaction of its own: a repetition finds it. One import of the organization at a time does so, and counts
 * what was created since it started, also by others.
 */
function createReferences(
  organizationId: string,
  kind: Kind,
  names: readonly string[],
  startedAt: Date,
): Promise<Added> {
  const { table, newMax } = KINDS[kind]
  return transact(async ({ tx }) => {
    await acquireCountLimitLock(tx, organizationId, `import_${kind}`)
    const model = getPrismaModel(tx, table)
    const since = await readReferencesSince(tx, organizationId, kind, startedAt)
    const known: NameIndex = { ids: new Map(), remaining: Math.max(newMax - since.length, 0) }
    const active = since.filter(({ removedAt }) => removedAt === null)
    for (const reference of active) addReference(known, reference)
    const missing = names.filter((name) => findId(known, name) === undefined).slice(0, known.remaining)
    const created = missing.map((name) => ({ id: uuidv7(), organizationId, name, createdAt: now(), updatedAt: now() }))
    await model.createMany({ data: created })
    return { references: [...active, ...created], remaining: known.remaining - created.length }
  })
}

function readReferencesSince(tx: Tx, organizationId: string, kind: Kind, startedAt: Date) {
  return getPrismaModel(tx, KINDS[kind].table).findMany({
    where: { organizationId, createdAt: { gte: startedAt } },
    select: { id: true, name: true, removedAt: true },
  })
}

function resolveRow(indexes: Record<Kind, NameIndex>, settings: ImportSettings, row: MappedRow): MappedRow {
  if (row.input === null) return row
  const reasons: RowReason[] = []
  const resolve = (kind: Kind, preset: string | null) => {
    const name = getName(row, kind)
    if (name === null) return preset
    const id = findId(indexes[kind], name)
    if (id !== undefined) return id
    const { unknown, tooMany } = KINDS[kind]
    const isBeyondLimit = settings.createMissing && parseName(name) !== null
    reasons.push({ column: settings.targets.indexOf(kind), message: isBeyondLimit ? tooMany : unknown })
    return null
  }
  const locationId = resolve('location', settings.locationId)
  const contactOrganizationId = resolve('company', settings.companyId)
  if (reasons.length > 0) return { ...row, input: null, reasons: [...row.reasons, ...reasons] }
  const references = {
    ...(locationId === null ? {} : { locationId }),
    ...(contactOrganizationId === null ? {} : { contactOrganizationId }),
  }
  return { ...row, input: { ...row.input, ...references } }
}
