import type { Tx } from '../db'
import { NotFound } from '../errors'
import { readListTotal } from '../list-totals'
import { lockRow } from '../locks'
import { type Page, pageOffset, parseSortParameter, toPage } from '../paging'
import type { MasterDataKind } from './constants'
import { countMasterDataMatchingSearch, getPrismaModel, listMasterDataIds, PRISMA_MODEL_NAMES } from './queries'
import type { BrowseMasterData } from './schema'

/* Shared by the lists of locations, employees and contact organizations. Merged and deleted entries are excluded. */

export async function listMasterData<Row extends { id: string }, T>(
  kind: MasterDataKind,
  organizationId: string,
  input: BrowseMasterData,
  findRows: (where: { id: { in: string[] } }) => Promise<Row[]>,
  present: (row: Row) => T,
): Promise<Page<T>> {
  const { key, direction } = parseSortParameter(input.sort ?? '-created')
  const search = input.search || null
  const page = { search, key, direction, offset: pageOffset(input), limit: input.limit }
  const [ids, total] = await Promise.all([
    listMasterDataIds(kind, organizationId, page),
    search === null ? readListTotal(organizationId, kind) : countMasterDataMatchingSearch(kind, organizationId, search),
  ])
  const byId = new Map((await findRows({ id: { in: ids } })).map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => byId.get(id) ?? [])
  return toPage(rows.map(present), total, input)
}

export async function lockMasterDataEntry(
  tx: Tx,
  kind: MasterDataKind,
  organizationId: string,
  id: string,
): Promise<void> {
  if (!(await lockMasterDataEntryIfExists(tx, kind, organizationId, id))) throw new NotFound(PRISMA_MODEL_NAMES[kind])
}

export async function lockMasterDataEntryIfExists(tx: Tx, kind: MasterDataKind, organizationId: string, id: string) {
  await lockRow(tx, kind, organizationId, id, 'NO KEY UPDATE')
  return (await getPrismaModel(tx, kind).findFirst({ where: { organizationId, id, removedAt: null } })) !== null
}
