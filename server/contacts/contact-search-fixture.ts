import { expect } from 'vitest'
import { db } from '../db'
import { type ContactFilterSql, type ContactSearch, countSearch, resolveContactSearch } from './contact-search-queries'
import { listContacts } from './list-contacts'

/** Contacts with `word` in the last name, enough for a broad search. */
export async function insertContacts(organizationId: string, count: number, word = 'Quorra'): Promise<void> {
  await db.$executeRaw`
    INSERT INTO contact (id, organization_id, email, first_name, last_name, created_at, updated_at)
    SELECT uuid_v7(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', ${word} || i, now() - i * interval '1 second', now()
    FROM generate_series(1, ${count}::int) i`
}

export const searchContacts = async (organizationId: string, search: string, more: object = {}) => {
  const { data, meta } = await listContacts(organizationId, { page: 1, limit: 50, search, ...more })
  return { data: data.parse(), meta }
}

export async function resolveSearchOrThrow(organizationId: string, search: string): Promise<ContactSearch> {
  const read = await resolveContactSearch(organizationId, search)
  if (read === null) throw new Error('nothing is asked')
  return read
}

export const readStoredTotal = async (organizationId: string, search: string) =>
  (await resolveSearchOrThrow(organizationId, search)).storedTotal

/** An older open transaction in the database delays the storage of the total. */
export async function storeSearchTotal(organizationId: string, search: string): Promise<void> {
  const storedTotal = async () => {
    const unfiltered: ContactFilterSql = {
      sql: 'c.organization_id = $1::uuid',
      values: [organizationId],
      totalSql: '0',
      isUnfiltered: true,
    }
    const { patterns, storedTotal: kept } = await resolveSearchOrThrow(organizationId, search)
    if (kept === null) await countSearch(organizationId, patterns, unfiltered)
    return readStoredTotal(organizationId, search)
  }
  await expect.poll(storedTotal).not.toBeNull()
}

export async function countMatching(organizationId: string, pattern: string): Promise<number> {
  const rows = await db.$queryRaw<{ n: bigint }[]>`
    SELECT count(*) AS n FROM contact WHERE organization_id = ${organizationId}::uuid
      AND contact_search_text(first_name, last_name, email) LIKE ${pattern}`
  return Number(rows[0]?.n)
}
