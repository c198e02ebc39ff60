import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { migrateQueue } from '@/scripts/lib/database.mjs'
import { aBareDatabase } from '@/server/testing/database/own-database'

export type TestDatabase = {
  url: string
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>
  drop: () => Promise<void>
}

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations')

/**
 * A separate database, since runners on one database compete for leadership.
 *
 * @param used contents before the migration `before` runs
 */
export async function aRunnerDatabase(used?: { before: string; sql: string }): Promise<TestDatabase> {
  const { url, drop } = await aBareDatabase(async (ownerUrl) => {
    for (const folder of readdirSync(MIGRATIONS).sort())
      if (folder.includes('embedded_runner')) {
        if (used && folder.endsWith(used.before)) await once(ownerUrl, used.sql)
        const sql = readFileSync(path.join(MIGRATIONS, folder, 'migration.sql'), 'utf8')
        await once(ownerUrl, sql)
      }
    await migrateQueue(ownerUrl)
  })
  return { url, query: async (sql, values) => once(url, sql, values), drop }
}

async function once<T extends object>(connectionString: string, sql: string, values?: unknown[]): Promise<T[]> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
