import { assert, asyncProperty, constantFrom, integer, nat, record } from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from './db'
import { listResponses } from './responses/responses'
import { listReviews } from './reviews/reviews'
import { batchRanges } from './testing/database/batch-ranges'
import { explainWithIndexes } from './testing/database/explain-with-indexes'
import { vacuum } from './testing/database/vacuum'
import { anOrganization, aSurvey } from './testing/factories/basics'
import { pickByTestLength } from './testing/test-length'
import { transact } from './unit-of-work'

const LONG = 9000
/** Rows that a deep page may read: its own, and a few that others changed since the last vacuum. */
const MAX_ROWS_READ = 400
const ABSENT = '00000000-0000-7000-8000-000000000000'

type Filters = Record<string, string | number>

/** A list in which ten rows share each timestamp. */
type Kind = {
  table: 'response' | 'review'
  at: 'created_at' | 'published_at'
  /** Condition of the unfiltered list. */
  whole: string
  filters: { filters: Filters; sql: string }[]
  fill: (organizationId: string, count: number, from?: number) => Promise<void>
  ids: (organizationId: string, page: number, limit: number, filters: Filters) => Promise<Page>
}
type Page = { ids: string[]; total: number }

const RESPONSES: Kind = {
  table: 'response',
  at: 'created_at',
  whole: `status = 'completed'`,
  filters: [
    { filters: { band: 'negative' }, sql: `status = 'completed' AND band = 'negative'` },
    { filters: { rating_min: 3, rating_max: 9 }, sql: `status = 'completed' AND rating BETWEEN 3 AND 9` },
    { filters: { start_date: '2026-01-01' }, sql: `status = 'completed' AND created_at >= '2026-01-01T00:00:00Z'` },
    { filters: { status: 'partial' }, sql: 'submitted_at IS NULL' },
    { filters: { status: 'completed' }, sql: `status = 'completed' AND submitted_at IS NOT NULL` },
  ],
  async fill(organizationId, count, from = 1) {
    const survey =
      (await db.survey.findFirst({ where: { organizationId }, select: { id: true } })) ??
      (await aSurvey(organizationId))
    for (const [first, last] of batchRanges(from, count))
      await db.$executeRaw`
        INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, rating, band, submitted_at, created_at, updated_at)
        SELECT gen_random_uuid(), ${organizationId}::uuid, ${survey.id}::uuid, gen_random_uuid(),
          CASE i % 3 WHEN 0 THEN 'partial' ELSE 'completed' END, 'en', i % 11, CASE i % 11 > 6 WHEN true THEN 'positive' ELSE 'negative' END,
          CASE i % 3 WHEN 1 THEN now() END, now() - i / 10 * interval '1 second', now()
        FROM generate_series(${first}::int, ${last}::int) i`
  },
  async ids(organizationId, page, limit, filters) {
    const { data, meta } = await listResponses(organizationId, { page, limit, ...filters })
    return { ids: data.map(({ id }) => id), total: meta.total }
  },
}

const REVIEWS: Kind = {
  table: 'review',
  at: 'published_at',
  whole: 'true',
  filters: [
    { filters: { rating_min: 2 }, sql: 'rating >= 2' },
    { filters: { source: 'yelp' }, sql: `source = 'yelp'` },
  ],
  async fill(organizationId, count, from = 1) {
    for (const [first, last] of batchRanges(from, count))
      await db.$executeRaw`
        INSERT INTO review (id, organization_id, source, external_id, rating, text, published_at, updated_at)
        SELECT gen_random_uuid(), ${organizationId}::uuid, CASE i % 2 WHEN 0 THEN 'google' ELSE 'yelp' END, gen_random_uuid()::text, 1 + i % 5, '',
          now() - i / 10 * interval '1 second', now()
        FROM generate_series(${first}::int, ${last}::int) i`
  },
  async ids(organizationId, page, limit, filters) {
    const { data, meta } = await listReviews(organizationId, { page, limit, ...filters })
    return { ids: data.map(({ id }) => id), total: meta.total }
  },
}

async function readByOffset(
  { table, at, whole }: Kind,
  organizationId: string,
  page: number,
  limit: number,
  sql = whole,
) {
  const all = await db.$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM ${table} WHERE organization_id = $1::uuid AND ${sql} ORDER BY ${at} DESC, id DESC`,
    organizationId,
  )
  return { ids: all.slice((page - 1) * limit, page * limit).map(({ id }) => id), total: all.length }
}

async function countRowsRead(table: string, work: () => Promise<unknown>): Promise<number> {
  return transact(async ({ tx }) => {
    const read = async () => {
      const [row] = await tx.$queryRaw<{ n: number }[]>`
        SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = ${table}`
      return row?.n ?? 0
    }
    const before = await read()
    await work()
    return (await read()) - before
  })
}

describe.each([RESPONSES, REVIEWS])('deep pages of $table', (kind) => {
  const { table, at } = kind

  // Filled once: the first test only reads; the second modifies.
  let organizationId: string
  beforeAll(async () => {
    organizationId = await anOrganization()
    await kind.fill(organizationId, LONG)
  })

  it('reads a deep page by an index scan that skips to its offset', async () => {
    const { total } = await kind.ids(organizationId, 1, 1, {})
    for (const skip of [1100, total / 2, total - 200]) {
      const read = async () => {
        const rows = await countRowsRead(table, () => kind.ids(organizationId, Math.floor(skip / 50) + 1, 50, {}))
        if (rows > MAX_ROWS_READ) await vacuum(table)
        return rows
      }
      await expect.poll(read, { message: String(skip), timeout: 30_000 }).toBeLessThanOrEqual(MAX_ROWS_READ)
    }
  })

  it('a deep page equals the page read by a plain OFFSET, after any inserts, updates and deletes', async () => {
    const some = (seed: number, count: number) =>
      `id IN (SELECT id FROM ${table} WHERE organization_id = $1::uuid ORDER BY id OFFSET ${seed % 5000} LIMIT ${count})`
    const run = (sql: string) => db.$executeRawUnsafe(sql, organizationId)
    const changes = {
      come: (seed: number) => kind.fill(organizationId, 7, 1 + (seed % LONG)),
      go: (seed: number) => run(`DELETE FROM ${table} WHERE ${some(seed, 1)}`),
      manyGo: (seed: number) => run(`DELETE FROM ${table} WHERE ${some(seed, 120)}`),
      move: (seed: number) => run(`UPDATE ${table} SET ${at} = ${at} - interval '77 seconds' WHERE ${some(seed, 3)}`),
      change: (seed: number) =>
        run(
          table === 'response'
            ? `UPDATE response SET status = CASE status WHEN 'partial' THEN 'completed' ELSE 'partial' END WHERE ${some(seed, 9)}`
            : `UPDATE review SET text = 'Changed.' WHERE ${some(seed, 9)}`,
        ),
    }
    const step = record({
      change: constantFrom(...(Object.keys(changes) as (keyof typeof changes)[])),
      seed: nat(12_000),
      filter: constantFrom(undefined, undefined, ...kind.filters),
      limit: integer({ min: 1, max: 100 }),
      from: nat(LONG),
    })
    await assert(
      asyncProperty(step, async ({ change, seed, filter, limit, from }) => {
        await changes[change](seed)
        const page = Math.floor(from / limit) + 1
        expect(await kind.ids(organizationId, page, limit, filter?.filters ?? {})).toEqual(
          await readByOffset(kind, organizationId, page, limit, filter?.sql),
        )
      }),
      { numRuns: pickByTestLength(8, 300) },
    )
  })

  it.each(kind.filters)('skips to a deep page by an index-only scan with the filter $filters', async ({ sql }) => {
    const plan = await explainWithIndexes(
      table,
      `SELECT id FROM ${table} WHERE organization_id = '${ABSENT}' AND ${sql} ORDER BY ${at} DESC, id DESC OFFSET 1000 LIMIT 50`,
    )
    expect(plan).toMatch(/^Limit .*\n +-> +Index Only Scan using /)
  })
})
