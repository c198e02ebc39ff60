import { Client } from 'pg'

/** Runs VACUUM as the owner, which the service's role may not. Rows that older transactions still see remain. */
export async function vacuum(table: string): Promise<void> {
  const client = new Client({ connectionString: process.env.OWNER_DATABASE_URL })
  await client.connect()
  try {
    await client.query(`VACUUM (ANALYZE) ${client.escapeIdentifier(table)}`)
  } finally {
    await client.end()
  }
}
