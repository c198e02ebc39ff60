import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMigratedDatabase, anUnmigratedDatabase, type TestDatabase } from '@/server/testing/database/test-database'
import { createBackup, restoreBackup } from './backup.mjs'
import { applyMigrations } from './migrate.mjs'
import { ROOT } from './operator-error.mjs'
import { seedDemo } from './seed-demo.mjs'

const SECRET = { APP_SECRET: process.env.APP_SECRET, NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET }

let folder = ''
let source: TestDatabase
let file = ''
/** Stays empty: every restore into it is rejected. */
let target: TestDatabase

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'))
  source = await aMigratedDatabase()
  target = await aMigratedDatabase()
  const variables = { ...process.env, DATABASE_URL: source.url, LOG_LEVEL: 'silent' }
  const environment = { dataDir: folder, port: 3000, host: '127.0.0.1', isLoopback: true, isPublic: false, variables }
  await seedDemo({ ...environment, postgresPassword: '', servicePassword: '' }, false, () => {})
  await query(source, 'UPDATE organization SET name = E\'A\\u202fname\\n"with" \\\\ signs\'')
  await query(
    source,
    "INSERT INTO job_signal (organization_id, job, queued_at) SELECT id, 'x', now() FROM organization",
  )
  file = path.join(folder, 'feedback.backup')
  await createBackup(file, { ownerUrl: source.ownerUrl, variables: SECRET })
})
afterAll(async () => {
  await source.drop()
  await target.drop()
  fs.rmSync(folder, { recursive: true, force: true })
})

async function countOrganizations(): Promise<number> {
  return (await query(target, 'SELECT FROM organization')).length
}

const restoreInto = (
  { ownerUrl, url }: TestDatabase,
  from = file,
  variables: Record<string, string | undefined> = SECRET,
) => restoreBackup(from, { ownerUrl, serviceUrl: url, variables })

describe('backup and restore', () => {
  it('restores every row, sequence, foreign key and trigger of a backup', async () => {
    const bare = await anUnmigratedDatabase(async () => undefined)
    try {
      const restored = await restoreInto(bare)
      expect(restored.rows).toBeGreaterThan(100)
      const [before, after] = [await contents(source), await contents(bare)]
      expect(Object.keys(before).length).toBeGreaterThan(50)
      expect(Object.values(before).filter(({ rows }) => rows > 0).length).toBeGreaterThan(15)
      expect(after).toEqual(before)
      expect(await structure(bare)).toEqual(await structure(source))
    } finally {
      await bare.drop()
    }
  })

  it('excludes job signals, so that the sweep of the restored service finds the due work', async () => {
    const migrated = await aMigratedDatabase()
    try {
      await restoreInto(migrated)
      expect(await query(migrated, 'SELECT count(*)::int AS n FROM job_signal')).toEqual([{ n: 0 }])
      expect(await query(migrated, 'SELECT job FROM job_heartbeat')).toEqual([{ job: 'sweep' }])
    } finally {
      await migrated.drop()
    }
  })

  it('writes a backup with the secrets that only its owner can read, and does not overwrite a file', async () => {
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(header()).toMatchObject({
      secrets: { appSecret: SECRET.APP_SECRET, nextAuthSecret: SECRET.NEXTAUTH_SECRET },
    })
    await expect(createBackup(file, { ownerUrl: source.ownerUrl, variables: SECRET })).rejects.toThrow('exists already')
    const invalid = path.join(folder, 'missing', 'x.backup')
    await expect(createBackup(invalid, { ownerUrl: source.ownerUrl, variables: SECRET })).rejects.toThrow(
      'cannot be written',
    )
  })

  it('migrates a restored backup of an earlier version', async () => {
    const { migrations } = header()
    const upgrades = fs.readdirSync(path.join(ROOT, 'prisma/upgrades')).sort()
    const bare = await anUnmigratedDatabase(async () => undefined)
    const older = await anUnmigratedDatabase((url) => applyMigrations(url, { only: upgrades.slice(0, -1) }))
    try {
      await query(older, "INSERT INTO organization (id, name, updated_at) VALUES (gen_random_uuid(), 'Old', now())")
      const old = path.join(folder, 'old.backup')
      await createBackup(old, { ownerUrl: older.ownerUrl, variables: SECRET })
      await expect(restoreInto(target, old)).rejects.toThrow('tables of a newer version than the backup')
      await restoreInto(bare, old)
      expect(await query(bare, 'SELECT name FROM organization')).toEqual([{ name: 'Old' }])
      expect(
        await queryAsOwner(bare, 'SELECT migration_name AS name FROM _prisma_migrations ORDER BY migration_name'),
      ).toEqual(migrations.toSorted().map((name) => ({ name })))
    } finally {
      await older.drop()
      await bare.drop()
    }
  })
})

describe('rejected restores', () => {
  it('rejects a restore into a database with organizations, and leaves it unchanged', async () => {
    const used = await aMigratedDatabase()
    try {
      await query(used, "INSERT INTO organization (id, name, updated_at) VALUES (gen_random_uuid(), 'Ours', now())")
      await expect(restoreInto(used)).rejects.toThrow('This database is in use already')
      expect(await query(used, 'SELECT name FROM organization')).toEqual([{ name: 'Ours' }])
    } finally {
      await used.drop()
    }
  })

  it('rejects a truncated backup and restores none of its rows', async () => {
    const bytes = fs.readFileSync(file)
    const truncated = path.join(folder, 'truncated.backup')
    fs.writeFileSync(truncated, bytes.subarray(0, bytes.length - 100))
    await expect(restoreInto(target, truncated)).rejects.toThrow('is not complete')
    expect(await countOrganizations()).toBe(0)
    // A complete gzip without the last line.
    const lines = zlib.gunzipSync(bytes).toString().trimEnd().split('\n')
    fs.writeFileSync(truncated, zlib.gzipSync(lines.slice(0, -1).join('\n')))
    await expect(restoreInto(target, truncated)).rejects.toThrow('is not complete')
    expect(await countOrganizations()).toBe(0)
  })

  it.each([
    ['plain text', Buffer.from('hello'), /is no backup/],
    ['another gzip file', zlib.gzipSync('{"a":1}\n'), /is no backup/],
    ['a backup of a newer format', zlib.gzipSync('{"format":99}\n'), /another version/],
    [
      'a backup of a newer version',
      zlib.gzipSync('{"format":1,"version":"9.9.9","migrations":["29991231000000_x"]}\n'),
      /made by a newer version \(9\.9\.9, 29991231000000_x\)/,
    ],
  ])('rejects restoring %s', async (_, bytes, message) => {
    const other = path.join(folder, 'other.backup')
    fs.writeFileSync(other, bytes)
    await expect(restoreInto(target, other)).rejects.toThrow(message)
    expect(await countOrganizations()).toBe(0)
  })

  it('rejects restoring a missing file', async () => {
    await expect(restoreInto(target, path.join(folder, 'none.backup'))).rejects.toThrow('cannot be read')
  })

  it('rejects a restore with another APP_SECRET than that of the backup', async () => {
    await expect(
      restoreInto(target, file, { APP_SECRET: 'a secret that is not the one of the backup' }),
    ).rejects.toThrow('APP_SECRET is not the one')
  })
})

function header(): { migrations: string[]; secrets: Record<string, unknown> } {
  const [line = ''] = zlib.gunzipSync(fs.readFileSync(file)).toString().split('\n', 1)
  return JSON.parse(line) as { migrations: string[]; secrets: Record<string, unknown> }
}

/** Number of rows and their digest, by table. */
async function contents(database: TestDatabase) {
  const tables = await queryAsOwner<{ name: string }>(
    database,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'job_signal', 'job_heartbeat') ORDER BY 1",
  )
  const digests: Record<string, { rows: number; digest: string }> = {}
  for (const { name } of tables) {
    const [row] = await queryAsOwner<{ rows: number; digest: string }>(
      database,
      `SELECT count(*)::int AS rows, coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text COLLATE "C")), '') AS digest FROM "${name}" t`,
    )
    if (row) digests[name] = row
  }
  return digests
}

async function structure(database: TestDatabase) {
  return queryAsOwner(
    database,
    `SELECT conrelid::regclass::text || ' ' || conname AS name, pg_get_constraintdef(oid) || convalidated AS state FROM pg_constraint
       WHERE contype = 'f' AND connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text || ' ' || tgname, tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
       AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace)
     UNION ALL SELECT sequencename, last_value::text FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  )
}

const query = <T extends object>({ url }: TestDatabase, sql: string, values?: unknown[]) => ask<T>(url, sql, values)
const queryAsOwner = <T extends object>({ ownerUrl }: TestDatabase, sql: string, values?: unknown[]) =>
  ask<T>(ownerUrl, sql, values)

async function ask<T extends object>(url: string, sql: string, values?: unknown[]): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
