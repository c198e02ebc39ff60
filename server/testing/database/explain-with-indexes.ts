import { Client } from 'pg'

/**
 * The query plan as text, with sorts, sequential and bitmap scans disabled.
 *
 * Runs on an empty temporary copy of the table with the same indexes: without statistics the plan depends on the indexes alone, not on the
 * rows of other tests or on autovacuum's analysis of them.
 */
export async function explainWithIndexes(table: string, query: string): Promise<string> {
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
