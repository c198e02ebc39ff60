import type { Segment as SegmentRow } from '@/prisma/generated/client'
import { countFilteredContacts } from '../contacts/filters/filter-queries'
import type { FilterQuery } from '../contacts/filters/filter-terms'
import { resolveSegmentQuery } from '../contacts/filters/resolve-filter'
import { ContactFilter } from '../contacts/filters/schema'
import { db, isUniqueViolation, type Prisma } from '../db'
import { NotFound, ValidationError } from '../errors'
import { acquireCountLimitLock, lockRow } from '../locks'
import { localizableMessage } from '../messages/localizable-message'
import { type Page, pageMeta, pageOffset } from '../paging'
import { transact } from '../unit-of-work'
import { SEGMENTS_MAX } from './constants'
import type { CreateSegment, ListSegments, Segment, UpdateSegment } from './schema'

/** Segments by name, each with the number of contacts that match now. */
export async function listSegments(organizationId: string, input: ListSegments): Promise<Page<Segment>> {
  const [rows, total] = await Promise.all([
    db.segment.findMany({
      where: { organizationId },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
      skip: pageOffset(input),
      take: input.limit,
    }),
    db.segment.count({ where: { organizationId } }),
  ])
  const data: Segment[] = []
  // One after another: each count may take a connection for long.
  for (const row of rows) data.push(await presentSegment(organizationId, row))
  return { data, meta: pageMeta(total, input) }
}

/** Names of all segments, for menus. */
export async function listSegmentNames(organizationId: string): Promise<{ id: string; name: string }[]> {
  return db.segment.findMany({
    where: { organizationId },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
    select: { id: true, name: true },
  })
}

/** The first segments by name, with what their contacts match now. */
export async function listSegmentFilters(
  organizationId: string,
  limit: number,
): Promise<{ total: number; segments: { id: string; name: string; query: FilterQuery }[] }> {
  const where = { organizationId }
  const [total, rows] = await Promise.all([
    db.segment.count({ where }),
    db.segment.findMany({ where, orderBy: [{ name: 'asc' }, { id: 'asc' }], take: limit }),
  ])
  const segments = await Promise.all(
    rows.map(async ({ id, name, filter }) => ({
      id,
      name,
      query: await resolveSegmentQuery(organizationId, ContactFilter.parse(filter)),
    })),
  )
  return { total, segments }
}

/** @throws {ValidationError} under `name` for a name in use, and at the limit */
export async function createSegment(organizationId: string, { name, filter }: CreateSegment): Promise<Segment> {
  await assertReferencesExist(organizationId, filter)
  const row = await withUniqueName(() =>
    transact(async ({ tx }) => {
      await acquireCountLimitLock(tx, organizationId, 'segment')
      if ((await tx.segment.count({ where: { organizationId } })) >= SEGMENTS_MAX)
        throw new ValidationError({ name: [localizableMessage('segment.many', { maximum: SEGMENTS_MAX })] })
      return tx.segment.create({ data: { organizationId, name, filter } })
    }),
  )
  return presentSegment(organizationId, row)
}

/** @throws {NotFound} @throws {ValidationError} under `name` for a name in use */
export async function updateSegment(organizationId: string, { id, name, filter }: UpdateSegment): Promise<Segment> {
  if (filter) await assertReferencesExist(organizationId, filter)
  const data = {
    ...(name === undefined ? {} : { name }),
    ...(filter === undefined ? {} : { filter: filter as Prisma.JsonObject }),
  }
  const [row] = await withUniqueName(() => db.segment.updateManyAndReturn({ where: { id, organizationId }, data }))
  if (!row) throw new NotFound('segment')
  return presentSegment(organizationId, row)
}

/** @throws {NotFound} @throws {ValidationError} under `id` while entry rules or stop rules of sequences use it */
export async function deleteSegment(organizationId: string, id: string): Promise<{ id: string; deleted: true }> {
  return transact(async ({ tx }) => {
    await lockRow(tx, 'segment', organizationId, id)
    const rules = await tx.entryRule.findMany({
      where: { organizationId, segmentId: id },
      select: { sequence: { select: { name: true } } },
    })
    const stopped = await tx.sequence.findMany({
      where: { organizationId, stopOutsideSegmentId: id },
      select: { name: true },
    })
    const names = [...new Set([...rules.map(({ sequence }) => sequence), ...stopped].map(({ name }) => name))]
    if (names.length > 0)
      throw new ValidationError({ id: [localizableMessage('segment.inUse', { names: { all: names } })] })
    const { count } = await tx.segment.deleteMany({ where: { id, organizationId } })
    if (count === 0) throw new NotFound('segment')
    return { id, deleted: true }
  })
}

/** @throws {ValidationError} for a location or company of the filter that the organization does not have */
async function assertReferencesExist(organizationId: string, filter: ContactFilter): Promise<void> {
  const { location_id: location, contact_organization_id: company } = filter
  const [locations, companies] = await Promise.all([
    location === undefined ? 1 : db.location.count({ where: { organizationId, id: location } }),
    company === undefined ? 1 : db.contactOrganization.count({ where: { organizationId, id: company } }),
  ])
  const details = {
    ...(locations === 0 ? { 'filter.location_id': [localizableMessage('contact.noLocation')] } : {}),
    ...(companies === 0 ? { 'filter.contact_organization_id': [localizableMessage('contact.noOrganization')] } : {}),
  }
  if (Object.keys(details).length > 0) throw new ValidationError(details)
}

async function presentSegment(organizationId: string, row: SegmentRow): Promise<Segment> {
  const filter = ContactFilter.parse(row.filter)
  return {
    id: row.id,
    name: row.name,
    filter,
    contacts: await countFilteredContacts(organizationId, await resolveSegmentQuery(organizationId, filter)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

async function withUniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new ValidationError({ name: [localizableMessage('segment.nameTaken')] })
  }
}
