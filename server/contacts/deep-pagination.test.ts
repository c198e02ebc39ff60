import { assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { db, Prisma } from '../db'
import { batchRanges } from '../testing/database/batch-ranges'
import { openTransaction } from '../testing/database/locks'
import { vacuum } from '../testing/database/vacuum'
import { aLocation, anOrganization } from '../testing/factories/basics'
import { pickByTestLength } from '../testing/test-length'
import { transact } from '../unit-of-work'
import { updateContact } from './contacts'
import { createContact } from './create-contact'
import { deleteContact } from './delete-contact'
import { listContacts } from './list-contacts'

const LONG = 9000
/** Rows that a deep page may read: its own, and a few that others changed since the last vacuum. */
const MOST_READ = 400

/** Ten contacts share each timestamp, half of them have a location and half are named Quorra. */
async function insertContacts(organizationId: string, locationId: string, count: number, from = 1): Promise<void> {
  for (const [first, last] of batchRanges(from, count))
    await db.$executeRaw`
      INSERT INTO contact (id, organization_id, email, first_name, last_name, location_id, created_at, updated_at)
      SELECT gen_random_uuid(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', CASE i % 2 WHEN 0 THEN 'Quorra' END,
        CASE i / 7 % 2 WHEN 0 THEN ${locationId}::uuid END, now() - i / 10 * interval '1 second', now()
      FROM generate_series(${first}::int, ${last}::int) i`
}

type ListQuery = { search?: string; location_id?: string; sort?: 'created' | '-email' }

const listPage = async (organizationId: string, page: number, limit: number, query: ListQuery) => {
  const { data, meta } = await listContacts(organizationId, { page, limit, ...query })
  return { ids: data.parse().map(({ id }) => id), total: meta.total }
}

const ORDERS = {
  '-created': Prisma.sql`created_at DESC, id DESC`,
  created: Prisma.sql`created_at, id`,
  '-email': Prisma.sql`email COLLATE "C" DESC, id DESC`,
}

/** Reference implementation: reads the whole list and slices it. */
async function listBySlicing(organizationId: string, page: number, limit: number, query: ListQuery) {
  const all = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM contact WHERE organization_id = ${organizationId}::uuid
      AND (${query.location_id ?? null}::uuid IS NULL OR location_id = ${query.location_id ?? null}::uuid)
      AND contact_search_text(first_name, last_name, email) LIKE ${`%${query.search ?? ''}%`}
    ORDER BY ${ORDERS[query.sort ?? '-created']}`
  return { ids: all.slice((page - 1) * limit, page * limit).map(({ id }) => id), total: all.length }
}

async function countContactsRead(work: () => Promise<unknown>): Promise<number> {
  return transact(async ({ tx }) => {
    const read = async () => {
      const [row] = await tx.$queryRaw<{ n: number }[]>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'contact'`
      return row?.n ?? 0
    }
    const before = await read()
    await work()
    return (await read()) - before
  })
}

/** Stores the total of a search, which any older open transaction in the database delays. */
async function storeTotal(organizationId: string, search: string): Promise<void> {
  const stored = async () => {
    await listPage(organizationId, 1, 1, { search })
    return db.$queryRaw`SELECT FROM contact_search_total WHERE organization_id = ${organizationId}::uuid AND total IS NOT NULL`
  }
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 60_000 })
}

describe('deep pages of 9,000 contacts', () => {
  // Created once: only the third test changes it, the first two read.
  let organizationId: string
  let location_id: string
  let lists: ListQuery[]
  beforeAll(async () => {
    organizationId = await anOrganization()
    location_id = (await aLocation(organizationId)).id
    await insertContacts(organizationId, location_id, LONG)
    lists = [
      {},
      { location_id },
      { search: 'quorra' },
      { sort: 'created' },
      { sort: '-email' },
      { search: 'quorra', location_id },
    ]
    await storeTotal(organizationId, 'quorra')
  })

  it.each([
    ['all contacts', () => ({})],
    ['contacts of a location', () => ({ location_id })],
  ])('a deep page of %s is skipped to in an index', async (_, query) => {
    const { total } = await listPage(organizationId, 1, 1, query())
    for (const skip of [1100, total / 2, total - 200]) {
      const read = async () => {
        const contacts = await countContactsRead(() => listPage(organizationId, Math.floor(skip / 100), 100, query()))
        if (contacts > MOST_READ) await vacuum('contact')
        return contacts
      }
      await expect.poll(read, { message: String(skip), timeout: 30_000 }).toBeLessThanOrEqual(MOST_READ)
    }
  })

  it('the last pages of a broad search are read from the end of the list', async () => {
    const { total } = await listPage(organizationId, 1, 1, { search: 'quorra' })
    const last = Math.ceil(total / 100)
    expect(await countContactsRead(() => listPage(organizationId, last - 1, 100, { search: 'quorra' }))).toBeLessThan(
      600,
    )
  })

  it('a page past the end reads no contact, however large its number', async () => {
    for (const query of [{}, { location_id }, { search: 'quorra' }])
      for (const page of [91, 95, 1_000_000_000_000]) {
        expect(await countContactsRead(() => listPage(organizationId, page, 100, query))).toBe(0)
        expect((await listPage(organizationId, page, 100, query)).ids).toEqual([])
      }
  })

  it('a deep page of contacts equals the page found by offset, after any inserts, updates and deletes', async () => {
    let created = 0
    const contactAt = async (seed: number) => {
      const count = await db.contact.count({ where: { organizationId } })
      return db.contact.findFirstOrThrow({ where: { organizationId }, orderBy: { id: 'asc' }, skip: seed % count })
    }
    const changes = {
      come: async () => insertContacts(organizationId, location_id, 7, LONG * 2 + (created += 7)),
      early: async (seed: number) => {
        const old = await contactAt(seed)
        await insertContacts(organizationId, location_id, 3, LONG * 3 + (created += 3))
        await db.$executeRaw`
          UPDATE contact SET created_at = ${old.createdAt} WHERE organization_id = ${organizationId}::uuid AND email = ${`p${LONG * 3 + created}@example.com`}`
      },
      go: async (seed: number) => void (await deleteContact(organizationId, (await contactAt(seed)).id)),
      manyGo: async (seed: number) => {
        await db.$executeRaw`
          DELETE FROM contact WHERE id IN (SELECT id FROM contact WHERE organization_id = ${organizationId}::uuid ORDER BY created_at OFFSET ${seed % 5000} LIMIT 120)`
      },
      move: async (seed: number) => {
        const contact = await contactAt(seed)
        await updateContact(organizationId, {
          id: contact.id,
          locationId: contact.locationId ? null : location_id,
          lastName: 'Quorra',
        })
      },
    }
    const step = record({
      change: constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
      seed: nat(12_000),
      listQuery: constantFrom(...lists),
      limit: integer({ min: 1, max: 100 }),
      at: nat(10_000),
    })
    await assert(
      asyncProperty(step, async ({ change, seed, listQuery: query, limit, at }) => {
        await changes[change](seed)
        const page = Math.floor(at / limit) + 1
        expect(await listPage(organizationId, page, limit, query)).toEqual(
          await listBySlicing(organizationId, page, limit, query),
        )
      }),
      { numRuns: pickByTestLength(8, 300) },
    )
    // Reading all pages returns every row exactly once.
    for (const query of lists) {
      const { total, ids: all } = await listBySlicing(organizationId, 1, 100_000, query)
      const read: string[] = []
      for (let page = 1; page <= Math.ceil(total / 100); page += 1)
        read.push(...(await listPage(organizationId, page, 100, query)).ids)
      expect(read).toEqual(all)
    }
  })
})

describe('deep pages of contacts during changes', () => {
  it('reads a deep page of contacts and its total from one snapshot during concurrent writes', async () => {
    const organizationId = await anOrganization()
    const { id: location_id } = await aLocation(organizationId)
    await insertContacts(organizationId, location_id, 4000)
    const oldest = await db.contact.findMany({
      where: { organizationId },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      select: { id: true },
      take: 200,
    })
    // Writers only add and remove contacts newer than the page, so its rows do not shift.
    const over = new AbortController()
    const newer = Array.from({ length: 4 }, async (_, writer) => {
      for (let round = 0; !over.signal.aborted; round += 1) {
        const { id } = (
          await createContact(organizationId, { email: `w${writer}.${round}@example.com`, firstName: 'Sam' })
        ).parse()
        if (round % 3 === 0) await deleteContact(organizationId, id)
      }
    })
    const expected = oldest.map(({ id }) => id).toReversed()
    try {
      for (let read = 0; read < 80; read += 1) {
        const total = (await listPage(organizationId, 1, 1, {})).total
        const page = Math.ceil((total - 25) / 25)
        const result = await listPage(organizationId, page, 25, {})
        const from = 200 - (result.total - (page - 1) * 25)
        expect(result.ids).toEqual(expected.slice(from, from + 25))
      }
    } finally {
      over.abort()
      await Promise.all(newer)
    }
  })

  it('deep pages show exactly the committed contacts while changes of the total are compacted', async () => {
    const organizationId = await anOrganization()
    const { id: location_id } = await aLocation(organizationId)
    await insertContacts(organizationId, location_id, 5000)
    const open = await openTransaction()
    await open.tx.$executeRaw`DELETE FROM contact WHERE organization_id = ${organizationId}::uuid AND email LIKE 'p1%'`
    await insertContacts(organizationId, location_id, 200, 20_000)
    const same = async (page: number, query: ListQuery) =>
      expect(await listPage(organizationId, page, 50, query)).toEqual(
        await listBySlicing(organizationId, page, 50, query),
      )
    for (const page of [21, 30, 60, 100, 104, 105]) await same(page, {})
    await open.commit()
    for (const page of [21, 25, 40, 60, 80]) await same(page, {})
    for (const page of [21, 22, 25, 30]) await same(page, { location_id })
    for (let contact = 0; contact < 80; contact += 1)
      await insertContacts(organizationId, location_id, 1, 30_000 + contact)
    for (const page of [21, 25, 40, 60, 80]) await same(page, {})
  })
})
