import { Client } from 'pg'

/** As autovacuum does now and then; only the owner may. What older transactions still see stays. */
export async function vacuum(table: string): Promise<void> {
  const client = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await client.connect()
  try {
    await client.query(`VACUUM (ANALYZE) ${client.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}
