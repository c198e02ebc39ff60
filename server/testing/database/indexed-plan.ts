import { Client } from 'pg'

/**
 * The plan that PostgreSQL chooses for `query` where it neither sorts nor reads the whole table, as text.
 *
 * The query runs on an empty temporary copy of the table with the same indexes: it has no statistics, so the plan depends on the
 * indexes alone, and not on the rows of other tests or on what autovacuum analyzed of them.
 */
export async function indexedPlan(table: string, query: string): Promise<string> {
  const client = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await client.connect()
  try {
    const name = client.escapeIdentifier(table)
    await client.query(`CREATE TEMPORARY TABLE ${name} (LIKE public.${name} INCLUDING INDEXES)`)
    for (const way of ['seqscan', 'bitmapscan', 'sort', 'incremental_sort'])
      await client.query(`SET enable_${way} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${query}`)
    return rows.map((line) => line['QUERY PLAN']).join('\n')
  } finally {
    await client.end()
  }
}
