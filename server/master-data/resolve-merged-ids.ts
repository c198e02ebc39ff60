import { db } from '../db'
import type { MasterDataKind } from './constants'
import { getPrismaModel, queryEquivalentIds } from './queries'
import type { MasterDataIdAndName } from './schema'

/*
 * A entry id resolves to itself, or to the entry that it was merged into, for good; the id of a deleted entry resolves to nothing. Code
 * that writes a reference resolves the id under a lock (FOR KEY SHARE). The removal job finalizes an entry only when it is unlocked, so a
 * reference written concurrently is reassigned as well.
 */

export async function loadResolvedIdAndName(kind: MasterDataKind, organizationId: string, id: string | null) {
  if (id === null) return null
  return (await loadResolvedIdsAndNames(kind, organizationId, [id])).get(id) ?? null
}

export async function loadResolvedIdsAndNames(
  kind: MasterDataKind,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, MasterDataIdAndName>> {
  if (ids.length === 0) return new Map()
  const rows = await getPrismaModel(db, kind).findMany({
    where: { organizationId, id: { in: [...ids] } },
    include: { mergedInto: true },
  })
  const resolved = rows.map((row) => [row.id, row.mergedInto ?? row] as const)
  return new Map(
    resolved.flatMap(([requestedId, { id, name, removedAt }]) => (removedAt ? [] : [[requestedId, { id, name }]])),
  )
}

/**
 * All ids that a filter must match for an entry: the resolved id, and those merged into it until the job has moved their rows. An unknown
 * id is returned as is, since historical rows keep the ids of deleted entries.
 */
export async function listEquivalentIds(kind: MasterDataKind, organizationId: string, id: string): Promise<string[]> {
  const ids = await queryEquivalentIds(kind, organizationId, id)
  return ids.length === 0 ? [id] : ids
}

export async function listPendingMerges(kind: MasterDataKind, organizationId: string): Promise<Map<string, string>> {
  const rows = await getPrismaModel(db, kind).findMany({
    where: { organizationId, mergedIntoId: { not: null }, removalDueAt: { not: null } },
    select: { id: true, mergedIntoId: true },
  })
  return new Map(rows.map(({ id, mergedIntoId }) => [id, mergedIntoId ?? id]))
}
