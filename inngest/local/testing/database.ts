import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

export type TestDatabase = {
  url: string
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>
  drop: () => Promise<void>
}

/** A database of its own: runners of different tests must not lead each other's. */
export async function aRunnerDatabase(): Promise<TestDatabase> {
  const admin = process.env.DATABASE_URL ?? ''
  const name = `runner_${randomUUID().replaceAll('-', '')}`
  await once(admin, `CREATE DATABASE ${name}`)
  const url = new URL(admin)
  url.pathname = `/${name}`
  const migration = path.resolve(
    import.meta.dirname,
    '../../../prisma/migrations/20261121000100_embedded_runner/migration.sql',
  )
  await once(url.href, readFileSync(migration, 'utf8'))
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
