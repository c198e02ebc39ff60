import type { Tx } from '../db'
import { NotFound } from '../errors'
import { readListTotal } from '../list-totals'
import { lockRow } from '../locks'
import { pageOffset, readSort } from '../paging'
import { countMatchingRecords, listRecordIds, recordModel } from './queries'
import type { BrowseRecords } from './schema'
import type { RecordKind } from './vocabulary'

/* Shared by the lists of locations, employees and contact organizations. Merged and deleted records are excluded. */

export async function listRecordPage(
  kind: RecordKind,
  organizationId: string,
  input: BrowseRecords,
): Promise<{ ids: string[]; total: number }> {
  const { key, direction } = readSort(input.sort ?? '-created')
  const search = input.search || null
  const page = { search, key, direction, offset: pageOffset(input), limit: input.limit }
  const [ids, total] = await Promise.all([
    listRecordIds(kind, organizationId, page),
    search === null ? readListTotal(organizationId, kind) : countMatchingRecords(kind, organizationId, search),
  ])
  return { ids, total }
}

export function sortByIds<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function lockRecord(tx: Tx, kind: RecordKind, organizationId: string, id: string): Promise<void> {
  if (!(await lockRecordIfExists(tx, kind, organizationId, id))) throw new NotFound(NOT_FOUND_SUBJECTS[kind])
}

export async function lockRecordIfExists(
  tx: Tx,
  kind: RecordKind,
  organizationId: string,
  id: string,
): Promise<boolean> {
  await lockRow(tx, kind, organizationId, id, 'NO KEY UPDATE')
  return (await recordModel(tx, kind).findFirst({ where: { organizationId, id, removedAt: null } })) !== null
}

const NOT_FOUND_SUBJECTS = {
  location: 'location',
  employee: 'employee',
  contact_organization: 'contactOrganization',
} as const satisfies Record<RecordKind, string>
