import { db, type Tx } from '../../db'
import { lockRows } from '../../locks'
import { buildConfigWithPlaces, listConfiguredPlaces } from './source-config'

export async function countPlacesMappedToLocation(organizationId: string, locationId: string): Promise<number> {
  const rows = await db.reviewSource.findMany({
    where: { organizationId, status: { not: 'removing' } },
    select: { kind: true, config: true },
  })
  return rows.flatMap(listConfiguredPlaces).filter((place) => place.locationId === locationId).length
}

export async function replaceMappedLocation(
  tx: Tx,
  organizationId: string,
  from: string,
  to: string | null,
): Promise<void> {
  if ((await countPlacesMappedToLocation(organizationId, from)) === 0) return
  const sources = await tx.reviewSource.findMany({ where: { organizationId }, select: { id: true } })
  const ids = sources.map(({ id }) => id)
  await lockRows(tx, 'review_source', organizationId, ids, 'NO KEY UPDATE')
  const rows = await tx.reviewSource.findMany({ where: { organizationId, status: { not: 'removing' } } })
  for (const row of rows) {
    const places = listConfiguredPlaces(row)
    if (!places.some(({ locationId }) => locationId === from)) continue
    const remapped = places.map((place) => (place.locationId === from ? { ...place, locationId: to } : place))
    await tx.reviewSource.update({
      where: { organizationId, id: row.id },
      data: { config: buildConfigWithPlaces(row, remapped) },
    })
  }
}
