import { describe, expect, it } from 'vitest'
import { db } from '../db'
import { withOpenTransaction } from '../testing/database/locks'
import { aLocation, anOrganization } from '../testing/factories/basics'
import {
  countMatching,
  insertContacts,
  readStoredTotal,
  searchContacts,
  storeSearchTotal,
} from './contact-search-fixture'
import { BROAD_SEARCH_MIN_MATCHES, type ContactFilterSql, countSearch } from './contact-search-queries'
import { updateContact } from './contacts'
import { createContact } from './create-contact'
import { deleteContact } from './delete-contact'
import { listContacts } from './list-contacts'

describe('totals of broad contact searches', () => {
  it('the stored total of a broad search stays exact through creates, updates, deletes and bulk changes', async () => {
    const organizationId = await anOrganization()
    await insertContacts(organizationId, BROAD_SEARCH_MIN_MATCHES + 50)
    expect(await readStoredTotal(organizationId, 'quorra')).toBeNull()
    const first = await searchContacts(organizationId, 'Quorra')
    expect(first.meta.total).toBe(BROAD_SEARCH_MIN_MATCHES + 50)
    expect(first.data).toHaveLength(50)
    expect(first.data[0]?.lastName).toBe('Quorra1')
    await storeSearchTotal(organizationId, 'quorra')
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(BROAD_SEARCH_MIN_MATCHES + 50)

    const created = (await createContact(organizationId, { email: 'new@example.com', firstName: 'Quorra' })).parse()
    await createContact(organizationId, { email: 'other@example.com', firstName: 'Kevin' })
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(BROAD_SEARCH_MIN_MATCHES + 51)
    await updateContact(organizationId, { id: created.id, firstName: 'Rinzler' })
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(BROAD_SEARCH_MIN_MATCHES + 50)
    await deleteContact(organizationId, first.data[0]?.id ?? '')
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(BROAD_SEARCH_MIN_MATCHES + 49)
    await db.$executeRaw`UPDATE contact SET last_name = 'Dumont' WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra1%'`
    await db.$executeRaw`DELETE FROM contact WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra2%'`
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(await countMatching(organizationId, '%quorra%'))
    expect((await searchContacts(organizationId, 'quorra')).meta.total).toBe(
      await countMatching(organizationId, '%quorra%'),
    )
  })

  it('the total of a broad search misses no contact created, renamed or deleted while it is counted', async () => {
    const organizationId = await anOrganization()
    await insertContacts(organizationId, BROAD_SEARCH_MIN_MATCHES + 200)
    const unfiltered: ContactFilterSql = {
      sql: 'c.organization_id = $1::uuid',
      values: [organizationId],
      totalSql: '0',
      isUnfiltered: true,
    }
    const ids = await db.contact.findMany({ where: { organizationId }, select: { id: true }, take: 60 })
    const words = ['quorra', 'sam', 'example', 'p1', 'p2', 'p3']
    await Promise.all([
      ...ids.slice(0, 20).map(({ id }) => deleteContact(organizationId, id)),
      ...ids.slice(20, 40).map(({ id }) => updateContact(organizationId, { id, lastName: 'Gem', firstName: 'Siren' })),
      ...ids
        .slice(40)
        .map((_, index) =>
          createContact(organizationId, { email: `p1new${index}@example.com`, firstName: 'Sam', lastName: 'Quorra' }),
        ),
      ...words.map((word) => countSearch(organizationId, [`%${word}%`], unfiltered)),
    ])
    for (const word of words) {
      const kept = await readStoredTotal(organizationId, word)
      const present = await countMatching(organizationId, `%${word}%`)
      expect([word, kept ?? present]).toEqual([word, present])
      await storeSearchTotal(organizationId, word)
      expect([word, await readStoredTotal(organizationId, word)]).toEqual([word, present])
    }
  })

  it('an open transaction on contacts blocks neither other changes nor the count of a search', async () => {
    const organizationId = await anOrganization()
    await insertContacts(organizationId, BROAD_SEARCH_MIN_MATCHES + 10)
    const { open } = await withOpenTransaction(async (tx) => {
      await createContact(organizationId, { email: 'before@example.com', firstName: 'Quorra' })
      await tx.$executeRaw`UPDATE contact SET last_name = 'Dumont' WHERE organization_id = ${organizationId}::uuid AND last_name = 'Quorra1'`
      await tx.$executeRaw`
        INSERT INTO contact (id, organization_id, email, first_name, updated_at) VALUES (uuid_v7(), ${organizationId}::uuid, 'held@example.com', 'Quorra', now())`
      await createContact(organizationId, { email: 'meanwhile@example.com', firstName: 'Quorra' })
      // Exact for this page but not stored: the open transaction's changes are unknown.
      expect((await searchContacts(organizationId, 'quorra')).meta.total).toBe(BROAD_SEARCH_MIN_MATCHES + 12)
      expect(await readStoredTotal(organizationId, 'quorra')).toBeNull()
      await createContact(organizationId, { email: 'after@example.com', firstName: 'Quorra' })
      return { open: (await searchContacts(organizationId, '')).meta.total }
    })
    expect(open).toBe(BROAD_SEARCH_MIN_MATCHES + 13)
    await storeSearchTotal(organizationId, 'quorra')
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(BROAD_SEARCH_MIN_MATCHES + 13)
    expect((await searchContacts(organizationId, '')).meta.total).toBe(BROAD_SEARCH_MIN_MATCHES + 14)
  })

  it('compacts list changes during concurrent writes and keeps the totals exact', async () => {
    const organizationId = await anOrganization()
    await insertContacts(organizationId, BROAD_SEARCH_MIN_MATCHES + 10)
    await storeSearchTotal(organizationId, 'quorra')
    const countListChanges = async () =>
      Number(
        (
          await db.$queryRaw<
            { n: bigint }[]
          >`SELECT count(*) AS n FROM list_change WHERE organization_id = ${organizationId}::uuid`
        )[0]?.n,
      )
    await Promise.all(
      Array.from({ length: 150 }, async (_, index) => {
        const { id } = (
          await createContact(organizationId, { email: `s${index}@example.com`, firstName: 'Quorra' })
        ).parse()
        if (index % 5 === 0) await deleteContact(organizationId, id)
      }),
    )
    expect(await countListChanges()).toBeLessThan(150)
    expect((await searchContacts(organizationId, '')).meta.total).toBe(BROAD_SEARCH_MIN_MATCHES + 10 + 120)
    expect(await readStoredTotal(organizationId, 'quorra')).toBe(await countMatching(organizationId, '%quorra%'))
  })

  it('the total of a broad search combined with a location counts both filters', async () => {
    const organizationId = await anOrganization()
    await insertContacts(organizationId, BROAD_SEARCH_MIN_MATCHES + 10)
    const { id } = await aLocation(organizationId)
    await db.$executeRaw`UPDATE contact SET location_id = ${id}::uuid WHERE organization_id = ${organizationId}::uuid AND last_name LIKE 'Quorra11%'`
    const contact = await searchContacts(organizationId, 'quorra', { location_id: id })
    expect(contact.meta.total).toBe(await countMatching(organizationId, '%quorra11%'))
  })
})

describe('contact totals of a location', () => {
  it('the contact total of a location follows contacts that are created, moved and deleted', async () => {
    const organizationId = await anOrganization()
    const [here, there] = [await aLocation(organizationId), await aLocation(organizationId)]
    const totals = async () =>
      Promise.all(
        [here, there].map(
          async ({ id }) => (await listContacts(organizationId, { page: 1, limit: 50, location_id: id })).meta.total,
        ),
      )
    const created = await Promise.all(
      Array.from({ length: 6 }, async (_, index) =>
        (
          await createContact(organizationId, { email: `${index}@example.com`, firstName: 'Ada', locationId: here.id })
        ).parse(),
      ),
    )
    expect(await totals()).toEqual([6, 0])
    const [first, second] = created.map(({ id }) => id)
    await updateContact(organizationId, { id: first ?? '', locationId: there.id })
    await updateContact(organizationId, { id: second ?? '', locationId: null })
    expect(await totals()).toEqual([4, 1])
    await deleteContact(organizationId, first ?? '')
    await db.$executeRaw`UPDATE contact SET location_id = ${there.id}::uuid WHERE organization_id = ${organizationId}::uuid`
    expect(await totals()).toEqual([0, 5])
  })
})
