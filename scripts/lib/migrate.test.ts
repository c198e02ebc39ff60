import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { applyMigrations } from './migrate.mjs'

let folder = ''
let url = ''

beforeEach(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'))
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await query(process.env.OWNER_DATABASE_URL ?? '', `CREATE DATABASE ${name}`)
  const address = new URL(process.env.OWNER_DATABASE_URL ?? '')
  address.pathname = `/${name}`
  url = address.href
})

afterEach(async () => {
  fs.rmSync(folder, { recursive: true, force: true })
  await query(process.env.OWNER_DATABASE_URL ?? '', `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`)
})

it('applies migrations once in the order of their names, those with functions included', async () => {
  migration(
    '2_fill',
    "INSERT INTO note SELECT 'a;b'; CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT 'x;y'; $$;",
  )
  migration('1_create', 'CREATE TABLE note (text text)')
  expect(await applyMigrations(url, { folder })).toEqual(['1_create', '2_fill'])
  expect(await applyMigrations(url, { folder })).toEqual([])
  expect(await query(url, 'SELECT text, f() FROM note')).toEqual([{ text: 'a;b', f: 'x;y' }])
  expect(await query(url, 'SELECT migration_name, applied_steps_count FROM _prisma_migrations ORDER BY 1')).toEqual([
    { migration_name: '1_create', applied_steps_count: 1 },
    { migration_name: '2_fill', applied_steps_count: 1 },
  ])
})

it('applies each migration once when two runs start at the same time', async () => {
  migration('1_create', 'CREATE TABLE note (text text)')
  const both = await Promise.all([applyMigrations(url, { folder }), applyMigrations(url, { folder })])
  expect(both.flat()).toEqual(['1_create'])
})

it('rolls back a failed migration and applies no further one until it is marked as rolled back', async () => {
  migration('1_broken', 'CREATE TABLE note (text text); SELECT 1 / 0')
  await expect(applyMigrations(url, { folder })).rejects.toThrow('The migration 1_broken failed: division by zero')
  expect(await query(url, "SELECT to_regclass('note') AS note")).toEqual([{ note: null }])
  await expect(applyMigrations(url, { folder })).rejects.toThrow(
    'The migration 1_broken failed earlier: division by zero',
  )

  await query(url, 'UPDATE _prisma_migrations SET rolled_back_at = now()')
  migration('1_broken', 'CREATE TABLE note (text text)')
  expect(await applyMigrations(url, { folder })).toEqual(['1_broken'])
})

it('rejects a database that is not UTF-8, and creates nothing in it', async () => {
  const name = `ascii_${randomUUID().replaceAll('-', '')}`
  const admin = process.env.OWNER_DATABASE_URL ?? ''
  await query(admin, `CREATE DATABASE ${name} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`)
  const address = new URL(admin)
  address.pathname = `/${name}`
  try {
    migration('1_create', 'CREATE TABLE note (text text)')
    await expect(applyMigrations(address.href, { folder })).rejects.toThrow(
      `The database ${name} has the encoding SQL_ASCII instead of UTF8.`,
    )
    expect(await query(address.href, "SELECT to_regclass('_prisma_migrations') AS history")).toEqual([
      { history: null },
    ])
  } finally {
    await query(admin, `DROP DATABASE ${name} WITH (FORCE)`)
  }
})

it('rejects a role that may not create tables', async () => {
  const service = new URL(process.env.DATABASE_URL ?? '')
  service.pathname = new URL(url).pathname
  await expect(applyMigrations(service.href, { folder })).rejects.toThrow(
    /^The role that migrates may not make tables: permission denied .* Set MIGRATE_DATABASE_URL/,
  )
})

it('warns about a migration that was edited after it had been applied', async () => {
  const warnings: string[] = []
  migration('1_create', 'CREATE TABLE note (text text)')
  await applyMigrations(url, { folder })
  migration('1_create', 'CREATE TABLE note (other text)')
  expect(await applyMigrations(url, { folder, warn: (sentence) => warnings.push(sentence) })).toEqual([])
  expect(warnings).toEqual(['The migration 1_create was edited after it had been applied.'])
})

it('reports an unreachable database when it applies migrations', async () => {
  await expect(applyMigrations('postgresql://a:b@127.0.0.1:1/c', { folder })).rejects.toThrow(
    'The database cannot be reached',
  )
})

function migration(name: string, sql: string): void {
  fs.mkdirSync(path.join(folder, name), { recursive: true })
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql)
}

async function query(address: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
