import type { Tx } from '../db'
import { NotFound } from '../errors'
import { readListTotal } from '../list-totals'
import { lockRow } from '../locks'
import { type Page, pageOffset, readSort, toPage } from '../paging'
import { countMatchingRecords, listRecordIds, MODEL_NAMES, recordModel } from './queries'
import type { BrowseRecords } from './schema'
import type { RecordKind } from './vocabulary'

/* Shared by the lists of locations, employees and contact organizations. Merged and deleted records are excluded. */

export async function listRecords<Row extends { id: string }, T>(
  kind: RecordKind,
  organizationId: string,
  input: BrowseRecords,
  findRows: (where: { id: { in: string[] } }) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  const { key, direction } = readSort(input.sort ?? '-created')
  const search = input.search || null
  const page = { search, key, direction, offset: pageOffset(input), limit: input.limit }
  const [ids, total] = await Promise.all([
    listRecordIds(kind, organizationId, page),
    search === null ? readListTotal(organizationId, kind) : countMatchingRecords(kind, organizationId, search),
  ])
  const byId = new Map((await findRows({ id: { in: ids } })).map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return toPage(rows.map(present), total, input)
}

export async function lockRecord(tx: Tx, kind: RecordKind, organizationId: string, id: string): Promise<void> {
  if (!(await lockRecordIfExists(tx, kind, organizationId, id))) throw new NotFound(MODEL_NAMES[kind])
}

export async function lockRecordIfExists(tx: Tx, kind: RecordKind, organizationId: string, id: string) {
  await lockRow(tx, kind, organizationId, id, 'NO KEY UPDATE')
  return (await recordModel(tx, kind).findFirst({ where: { organizationId, id, removedAt: null } })) !== null
}
