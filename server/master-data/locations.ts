import type { Location as LocationRecord } from '@/prisma/generated/client'
import { db } from '../db'
import { NotFound } from '../errors'
import { assertUnchanged } from '../optimistic-lock'
import type { Page } from '../paging'
import { requireTimeZone } from '../time-zones'
import { transact } from '../unit-of-work'
import { listMasterData, lockMasterDataEntry } from './list-master-data'
import type { BrowseMasterData, CreateLocation, Location, UpdateLocation } from './schema'
import { loadLocationUsage } from './usage-counts'

export async function listLocations(organizationId: string, input: BrowseMasterData): Promise<Page<Location>> {
  const find = (where: { id: { in: string[] } }) => db.location.findMany({ where: { organizationId, ...where } })
  return listMasterData('location', organizationId, input, find, presentLocation)
}

export async function getLocation(organizationId: string, id: string): Promise<Location> {
  const row = await db.location.findFirst({ where: { organizationId, id, removedAt: null } })
  if (!row) throw new NotFound('location')
  return presentLocation(row)
}

export async function getLocationDetail(organizationId: string, id: string) {
  const [location, use] = await Promise.all([getLocation(organizationId, id), loadLocationUsage(organizationId, id)])
  return { ...location, usage: use }
}

export async function createLocation(organizationId: string, input: CreateLocation): Promise<Location> {
  await requireTimeZone(input.timeZone)
  return transact(async ({ tx }) => presentLocation(await tx.location.create({ data: { organizationId, ...input } })))
}

/** @throws {NotFound} @throws {EditConflict} @throws {ValidationError} for an unknown time zone */
export async function updateLocation(organizationId: string, { id, asRead, ...changes }: UpdateLocation) {
  await requireTimeZone(changes.timeZone)
  return transact(async ({ tx }) => {
    await lockMasterDataEntry(tx, 'location', organizationId, id)
    assertUnchanged(asRead, presentLocation(await tx.location.findUniqueOrThrow({ where: { organizationId, id } })))
    return presentLocation(await tx.location.update({ where: { organizationId, id }, data: changes }))
  })
}

export function presentLocation({ id, name, timeZone, createdAt, updatedAt }: LocationRecord): Location {
  return { id, name, timeZone, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
