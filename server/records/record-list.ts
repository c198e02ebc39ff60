import { queryRows, type Tx } from '../db'
import { NotFound } from '../errors'
import { pageOffset, readSort } from '../paging'
import { readTotal } from '../totals'
import type { BrowseRecords, NamedRecord } from './schema'
import type { RecordKind } from './vocabulary'

/* Shared by the lists of locations, employees and contact organizations. Merged and deleted records are excluded. */

const SORTED_BY = { created: 'created_at', name: '(find_fold(name) COLLATE "C")' } as const

/** Ids of a page in sort order (newest first by default), and the exact total. */
export async function pageOfRecords(
  kind: RecordKind,
  organizationId: string,
  input: BrowseRecords,
): Promise<{ ids: string[]; total: number }> {
  const { key, direction } = readSort(input.sort ?? '-created')
  const search = input.search || null
  const found = `organization_id = $1::uuid AND removed_at IS NULL AND ($2::text IS NULL OR strpos(find_fold(name), find_fold($2)) > 0)`
  const [rows, total] = await Promise.all([
    queryRows<{ id: string }>({
      name: `page-of-${kind}:${key}:${direction}`,
      text: `SELECT id FROM ${kind} WHERE ${found} ORDER BY ${SORTED_BY[key]} ${direction}, id ${direction} OFFSET $3 LIMIT $4`,
      values: [organizationId, search, pageOffset(input), input.limit],
    }),
    search === null
      ? readTotal(organizationId, kind)
      : queryRows<{ total: number }>({
          name: `count-found-${kind}`,
          text: `SELECT count(*)::int AS total FROM ${kind} WHERE ${found}`,
          values: [organizationId, search],
        }).then(([row]) => row?.total ?? 0),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

export async function listRecordNames(kind: RecordKind, organizationId: string): Promise<NamedRecord[]> {
  return queryRows<NamedRecord>({
    name: `names-of-${kind}`,
    text: `SELECT id, name FROM ${kind} WHERE organization_id = $1::uuid AND removed_at IS NULL
      ORDER BY find_fold(name) COLLATE "C", id`,
    values: [organizationId],
  })
}

/** Sorts rows by the order of `ids`; omits ids without a row (removed concurrently). */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Locks a record until commit, against changes, merges and deletion. @throws {NotFound} */
export async function lockRecord(tx: Tx, kind: RecordKind, organizationId: string, id: string): Promise<void> {
  if (!(await holdRecord(tx, kind, organizationId, id))) throw new NotFound(THING[kind])
}

/** Like {@link lockRecord}. @returns whether the record exists. */
export async function holdRecord(tx: Tx, kind: RecordKind, organizationId: string, id: string): Promise<boolean> {
  const held = await tx.$queryRawUnsafe<object[]>(
    `SELECT id FROM ${kind} WHERE organization_id = $1::uuid AND id = $2::uuid AND removed_at IS NULL FOR NO KEY UPDATE`,
    organizationId,
    id,
  )
  return held.length > 0
}

const THING = {
  location: 'location',
  employee: 'employee',
  contact_organization: 'contactOrganization',
} as const satisfies Record<RecordKind, string>
