import { expect, it } from 'vitest'
import { db } from './db'
import { readRowsAndTotal } from './paging'
import { anOrganization } from './testing/factories/basics'
import { transact } from './unit-of-work'

it.each([
  [1_000_000_000, 0],
  [12, 0],
  [11, 50],
  [1, 100],
])('page %i of 1,050 rows has %i rows, and reads rows only if it has any', async (page, length) => {
  const organizationId = await anOrganization()
  await db.$executeRaw`
    INSERT INTO contact (id, organization_id, email, first_name, updated_at)
    SELECT gen_random_uuid(), ${organizationId}::uuid, 'p' || i || '@example.com', 'Sam', now() FROM generate_series(1, 1050) i`
  const request = { page, limit: 100 }
  const read = await transact(async ({ tx }) => {
    const count = async () =>
      (
        await tx.$queryRaw<
          { n: number }[]
        >`SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'contact'`
      )[0]?.n ?? 0
    const before = await count()
    const [rows, total] = await readRowsAndTotal(request, {
      where: { organizationId },
      orderBy: [{ id: 'asc' as const }],
      findRows: (query) => tx.contact.findMany(query),
      findIds: (query) => tx.contact.findMany({ ...query, select: { id: true } }),
      count: async () => 1050,
    })
    expect([rows.length, total]).toEqual([length, 1050])
    return (await count()) - before
  })
  expect(read > 0).toBe(length > 0)
})
