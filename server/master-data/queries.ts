import { queryRows, type Tx } from '../db'
import type { MasterDataKind } from './constants'
import type { MasterDataIdAndName } from './schema'

/* SQL about master data. Table and column names come from the fixed lists of this folder, never from a request. */

type MasterDataModel = Pick<
  Tx['contactOrganization'],
  'findFirst' | 'findMany' | 'createMany' | 'updateMany' | 'deleteMany'
>
export const PRISMA_MODEL_NAMES = {
  location: 'location',
  employee: 'employee',
  contact_organization: 'contactOrganization',
} as const

export function getPrismaModel(tx: Tx, kind: MasterDataKind): MasterDataModel {
  return tx[PRISMA_MODEL_NAMES[kind]] as MasterDataModel
}

/** SQL query for the resolved entry id; no row if it does not resolve. @param id SQL expression. @param organization SQL expression. */
export function resolveAndLockMasterDataIdSql(kind: MasterDataKind, id: string, organization: string): string {
  return `SELECT r.id ${resolvedEntriesSql(kind, id, organization)} FOR KEY SHARE OF r`
}

function resolvedEntriesSql(kind: MasterDataKind, id: string, organization: string): string {
  return `FROM ${kind} requested
    JOIN ${kind} r ON r.organization_id = requested.organization_id AND r.id = coalesce(requested.merged_into_id, requested.id)
    WHERE requested.organization_id = ${organization} AND requested.id = ${id}
      AND (requested.removed_at IS NULL OR requested.merged_into_id IS NOT NULL)
      AND (r.removed_at IS NULL OR r.removal_due_at IS NOT NULL)`
}

/** Resolves an id and locks the entry: call it in the transaction that writes the reference. @returns null if it does not resolve. */
export async function resolveAndLockMasterDataId(tx: Tx, kind: MasterDataKind, organizationId: string, id: string) {
  const sql = resolveAndLockMasterDataIdSql(kind, '$2::uuid', '$1::uuid')
  const [row] = await tx.$queryRawUnsafe<{ id: string }[]>(sql, organizationId, id)
  return row?.id ?? null
}

/** Like {@link resolveAndLockMasterDataId} for many ids: requested id → resolved id, without those that do not resolve. */
export async function resolveAndLockMasterDataIds(
  tx: Tx,
  kind: MasterDataKind,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const sql = `SELECT requested.id AS "requestedId", r.id ${resolvedEntriesSql(kind, 'ANY ($2::uuid[])', '$1::uuid')}
    ORDER BY r.id FOR KEY SHARE OF r`
  const rows = await tx.$queryRawUnsafe<{ requestedId: string; id: string }[]>(sql, organizationId, ids)
  return new Map(rows.map(({ requestedId, id }) => [requestedId, id]))
}

export async function queryEquivalentIds(kind: MasterDataKind, organizationId: string, id: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: `ids-of-${kind}`,
    text: `WITH resolved AS (
        SELECT coalesce(merged_into_id, id) AS id FROM ${kind} WHERE organization_id = $1::uuid AND id = $2::uuid)
      SELECT id FROM resolved
      UNION ALL
      SELECT r.id FROM resolved JOIN ${kind} r ON r.organization_id = $1::uuid AND r.merged_into_id = resolved.id
      WHERE r.removal_due_at IS NOT NULL`,
    values: [organizationId, id],
  })
  return rows.map((row) => row.id)
}

const MATCHES_SEARCH_SQL = `organization_id = $1::uuid AND removed_at IS NULL AND ($2::text IS NULL OR strpos(fold_accents(name), fold_accents($2)) > 0)`
const FOLDED_NAME_SQL = '(fold_accents(name) COLLATE "C")'
const SORT_EXPRESSIONS = { created: 'created_at', name: FOLDED_NAME_SQL } as const

type MasterDataPageQuery = {
  search: string | null
  key: keyof typeof SORT_EXPRESSIONS
  direction: 'asc' | 'desc'
  offset: number
  limit: number
  excludedIds?: readonly string[]
}

export async function listMasterDataIds(
  kind: MasterDataKind,
  organizationId: string,
  { search, key, direction, offset, limit, excludedIds = [] }: MasterDataPageQuery,
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: `page-of-${kind}:${key}:${direction}`,
    text: `SELECT id FROM ${kind} WHERE ${MATCHES_SEARCH_SQL} AND id <> ALL ($5::uuid[]) ORDER BY ${SORT_EXPRESSIONS[key]} ${direction}, id ${direction} OFFSET $3 LIMIT $4`,
    values: [organizationId, search, offset, limit, [...excludedIds]],
  })
  return rows.map(({ id }) => id)
}

/** Those of the ids whose name matches. */
export async function listMatchingMasterDataIds(
  kind: MasterDataKind,
  organizationId: string,
  search: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>({
    name: `matching-${kind}`,
    text: `SELECT id FROM ${kind} WHERE ${MATCHES_SEARCH_SQL} AND id = ANY ($3::uuid[])`,
    values: [organizationId, search, [...ids]],
  })
  return rows.map(({ id }) => id)
}

export async function countMasterDataMatchingSearch(
  kind: MasterDataKind,
  organizationId: string,
  search: string,
): Promise<number> {
  const [row] = await queryRows<{ total: number }>({
    name: `count-found-${kind}`,
    text: `SELECT count(*)::int AS total FROM ${kind} WHERE ${MATCHES_SEARCH_SQL}`,
    values: [organizationId, search],
  })
  return row?.total ?? 0
}

export async function listMasterDataNamesOfKind(
  kind: MasterDataKind,
  organizationId: string,
): Promise<MasterDataIdAndName[]> {
  return queryRows<MasterDataIdAndName>({
    name: `names-of-${kind}`,
    text: `SELECT id, name FROM ${kind} WHERE organization_id = $1::uuid AND removed_at IS NULL ORDER BY ${FOLDED_NAME_SQL}, id`,
    values: [organizationId],
  })
}

type ReferencingColumn = { table: string; column: string; isHistory: boolean; isDated: boolean }

const current = { isHistory: false, isDated: true }
const history = { isHistory: true, isDated: true }

/** Every referencing column except those maintained by triggers. References in JSON and query strings: `reassignReferencesInSettings`. */
export const REFERENCING_COLUMNS: Record<MasterDataKind, readonly ReferencingColumn[]> = {
  location: [
    { table: 'contact', column: 'location_id', ...current },
    { table: 'review', column: 'location_id', ...current },
    { table: 'survey_link', column: 'location_id', ...current },
    { table: 'sandbox_review', column: 'location_id', isHistory: false, isDated: false },
    { table: 'sending', column: 'location_id', ...history },
    { table: 'response', column: 'location_id', ...history },
  ],
  employee: [
    { table: 'survey_link', column: 'employee_id', ...current },
    { table: 'sending', column: 'employee_id', ...history },
    { table: 'response', column: 'employee_id', ...history },
  ],
  contact_organization: [
    { table: 'contact', column: 'contact_organization_id', ...current },
    { table: 'sending', column: 'contact_organization_id', ...history },
    { table: 'response', column: 'contact_organization_id', ...history },
  ],
}

/** Points at most `limit` references to another entry, or to none. Skips locked rows: a sending is locked while it is being answered. */
export async function reassignReferenceBatch(
  tx: Tx,
  organizationId: string,
  { table, column, isDated }: ReferencingColumn,
  { from, to, at, limit }: { from: string; to: string | null; at: Date; limit: number },
): Promise<number> {
  return tx.$executeRawUnsafe(
    `WITH picked AS (
       SELECT id FROM ${table} WHERE organization_id = $1::uuid AND ${column} = $2::uuid LIMIT $4 FOR UPDATE SKIP LOCKED)
     UPDATE ${table} t SET ${column} = $3::uuid${isDated ? ', updated_at = $5::timestamptz' : ''} FROM picked
     WHERE t.organization_id = $1::uuid AND t.id = picked.id`,
    organizationId,
    from,
    to,
    limit,
    ...(isDated ? [at] : []),
  )
}

export async function isReferenced(
  tx: Tx,
  organizationId: string,
  references: readonly ReferencingColumn[],
  id: string,
) {
  if (references.length === 0) return false
  const conditions = references.map(
    ({ table, column }) => `EXISTS (SELECT FROM ${table} WHERE organization_id = $1::uuid AND ${column} = $2::uuid)`,
  )
  const sql = `SELECT ${conditions.join(' OR ')} AS "isReferenced"`
  const [row] = await tx.$queryRawUnsafe<{ isReferenced: boolean }[]>(sql, organizationId, id)
  return row?.isReferenced ?? false
}

export async function listContactTotalsByLocation(organizationId: string, locationIds: readonly string[]) {
  return queryRows<{ locationId: string; total: number }>({
    name: 'contacts-of-locations',
    text: `SELECT id AS "locationId", list_length($1::uuid, location_list_key(id))::int AS total FROM unnest($2::uuid[]) AS l(id)`,
    values: [organizationId, [...locationIds]],
  })
}

/** Deletes the total of a location's list of contacts. Take the lock `list_change` first. */
export async function deleteLocationContactTotal(tx: Tx, organizationId: string, locationId: string): Promise<void> {
  for (const table of ['list_change', 'list_total'])
    await tx.$executeRawUnsafe(
      `DELETE FROM ${table} WHERE organization_id = $1::uuid AND list = location_list_key($2::uuid)`,
      organizationId,
      locationId,
    )
}
