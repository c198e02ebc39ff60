import { randomUUID } from 'node:crypto'
import { Logger, runMigrations } from 'graphile-worker'
import { Client } from 'pg'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'

/** The product's tables and the queue's. */
export async function migrate(url: string): Promise<void> {
  await applyMigrations(url)
  await runMigrations({ connectionString: url, logger: new Logger(() => () => undefined) })
}

/** A migrated database beside that of the other tests: whoever works on its queue works for this test alone. */
export async function aDatabase(adminUrl: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `own_${randomUUID().replaceAll('-', '')}`
  const administer = async (sql: string) => {
    const client = new Client({ connectionString: adminUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  await administer(`CREATE DATABASE ${name}`)
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  await migrate(url.href)
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) }
}
