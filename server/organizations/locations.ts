import { requireAsRead } from '../as-read'
import { db } from '../db'
import { NotFound } from '../errors'
import { transact } from '../unit-of-work'
import type { CreateLocation, Location, UpdateLocation } from './schema'

/** In the order of their names. */
export async function listLocations(organizationId: string): Promise<Location[]> {
  const rows = await db.location.findMany({ where: { organizationId }, include: COUNT, orderBy: { name: 'asc' } })
  return rows.map(present)
}

export async function createLocation(organizationId: string, input: CreateLocation): Promise<Location> {
  return present(await db.location.create({ data: { organizationId, ...input }, include: COUNT }))
}

/** @throws {NotFound} @throws {ChangedMeanwhile} when a field of `asRead` has another value by now. */
export async function updateLocation(
  organizationId: string,
  { id, asRead, ...changes }: UpdateLocation,
): Promise<Location> {
  return transact(async ({ tx }) => {
    await tx.$queryRaw`
      SELECT FROM location WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
    const held = await tx.location.findFirst({ where: { organizationId, id }, include: COUNT })
    if (!held) throw new NotFound('location')
    requireAsRead(asRead, present(held))
    return present(await tx.location.update({ where: { id, organizationId }, data: changes, include: COUNT }))
  })
}

/** Its contacts and reviews stay, without a location; responses and sendings keep its id. @throws {NotFound} */
export async function deleteLocation(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  await transact(async ({ tx }) => {
    // First: reviews of it that are being taken in are waited for, or find that it is gone.
    await tx.$queryRaw`SELECT FROM location WHERE id = ${id}::uuid AND organization_id = ${organizationId}::uuid FOR UPDATE`
    await tx.contact.updateMany({ where: { organizationId, locationId: id }, data: { locationId: null } })
    await tx.review.updateMany({ where: { organizationId, locationId: id }, data: { locationId: null } })
    const { count } = await tx.location.deleteMany({ where: { organizationId, id } })
    if (count === 0) throw new NotFound('location')
  })
  return { id, deleted: true }
}

const COUNT = { _count: { select: { contacts: true } } } as const

type Row = { id: string; name: string; timeZone: string | null; createdAt: Date; _count: { contacts: number } }

function present(row: Row): Location {
  return {
    id: row.id,
    name: row.name,
    timeZone: row.timeZone,
    contacts: row._count.contacts,
    createdAt: row.createdAt.toISOString(),
  }
}
