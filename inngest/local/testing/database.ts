import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

export type TestDatabase = {
  url: string
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>
  drop: () => Promise<void>
}

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../prisma/migrations')

/** A database of its own: runners of different tests must not lead each other's. */
export async function aRunnerDatabase(): Promise<TestDatabase> {
  const admin = process.env.DATABASE_URL ?? ''
  const name = `runner_${randomUUID().replaceAll('-', '')}`
  await once(admin, `CREATE DATABASE ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  for (const folder of readdirSync(MIGRATIONS).sort())
    if (folder.includes('embedded_runner')) {
      const sql = readFileSync(path.join(MIGRATIONS, folder, 'migration.sql'), 'utf8')
      await once(url.href, sql)
    }
  return {
    url: url.href,
    query: async (sql, values) => once(url.href, sql, values),
    drop: async () => void (await once(admin, `DROP DATABASE ${name} WITH (FORCE)`)),
  }
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
