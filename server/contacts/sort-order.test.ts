import { expect, it } from 'vitest'
import { db } from '../db'
import { aContact, anOrganization } from '../testing/factories/basics'
import { listContacts } from './list-contacts'
import type { BrowseContacts } from './schema'

type Sort = NonNullable<BrowseContacts['sort']>

const SORTS: Sort[] = ['name', '-name', 'email', '-email', 'created', '-created']

const PEOPLE = [
  { firstName: 'émile', lastName: 'Zola', email: 'b@example.com' },
  { firstName: 'Ada', lastName: null, email: 'd@example.com' },
  { firstName: 'Élodie', lastName: 'Aubry', email: 'a@example.com' },
  { firstName: 'ada', lastName: 'Lovelace', email: 'c@example.com' },
]

async function names(organizationId: string, sort: Sort, more: Partial<BrowseContacts> = {}): Promise<string[]> {
  const { data } = await listContacts(organizationId, { page: 1, limit: 50, sort, ...more })
  return data.parse().map(({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' '))
}

it('sorts contacts by name, email or age in both directions, ignoring case and accents', async () => {
  const organizationId = await anOrganization()
  for (const [at, person] of PEOPLE.entries())
    await aContact(organizationId, { ...person, createdAt: new Date(Date.UTC(2026, 0, at + 1)) })
  const byName = ['Ada', 'ada Lovelace', 'Élodie Aubry', 'émile Zola']
  const byEmail = ['Élodie Aubry', 'émile Zola', 'ada Lovelace', 'Ada']
  const byAge = ['émile Zola', 'Ada', 'Élodie Aubry', 'ada Lovelace']
  expect(await names(organizationId, 'name')).toEqual(byName)
  expect(await names(organizationId, '-name')).toEqual(byName.toReversed())
  expect(await names(organizationId, 'email')).toEqual(byEmail)
  expect(await names(organizationId, '-email')).toEqual(byEmail.toReversed())
  expect(await names(organizationId, 'created')).toEqual(byAge)
  expect(await names(organizationId, '-created')).toEqual(byAge.toReversed())
  expect(await names(organizationId, '-name', { search: 'ada' })).toEqual(['ada Lovelace', 'Ada'])
})

it('every sort order lists each contact once across its pages, even if values are equal', async () => {
  const organizationId = await anOrganization()
  await db.$executeRaw`
    INSERT INTO contact (id, organization_id, email, first_name, last_name, created_at, updated_at)
    SELECT uuid_v7(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', 'Same', now(), now()
    FROM generate_series(1, 45) i`
  for (const sort of SORTS)
    for (const search of [{}, { search: 'sam' }]) {
      const ids = new Set<string>()
      for (const page of [1, 2, 3, 4, 5]) {
        const { data, meta } = await listContacts(organizationId, { page, limit: 10, sort, ...search })
        expect(meta.total).toBe(45)
        for (const { id } of data.parse()) ids.add(id)
      }
      expect([sort, ids.size]).toEqual([sort, 45])
    }
})

it('a search and a filtered search can use one connection', async () => {
  const organizationId = await anOrganization()
  await aContact(organizationId, { firstName: 'Samantha', tags: ['vip'] })
  await aContact(organizationId, { firstName: 'Samantha' })
  for (const more of [{}, { tag: 'vip' }, {}])
    expect(await names(organizationId, 'name', { search: 'samantha', ...more })).toHaveLength('tag' in more ? 1 : 2)
})
