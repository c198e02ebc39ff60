import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMigratedDatabase } from '@/server/testing/database/test-database'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'
import { applyMigrations } from './migrate.mjs'
import { ROOT } from './operator-error.mjs'
import { prepareDatabase } from './prepare-database.mjs'
import { grantToService, readConnectionRole } from './service-database-role.mjs'
import { ensureDatabaseRunning } from './service-environment.mjs'

const SERVICE = process.env.DATABASE_URL ?? ''
const OWNER = process.env.OWNER_DATABASE_URL ?? ''
const MIGRATIONS = fs
  .readdirSync(path.join(ROOT, 'prisma/migrations'))
  .filter((name) => /^\d/.test(name))
  .sort()

describe('service role', () => {
  it('the service role is no superuser, creates no databases or roles, bypasses no row security and owns nothing', async () => {
    expect(
      await query(
        SERVICE,
        `SELECT rolsuper, rolcreatedb, rolcreaterole, rolbypassrls, rolreplication,
           (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
           (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships
         FROM pg_roles r WHERE rolname = current_user`,
      ),
    ).toEqual([
      {
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolbypassrls: false,
        rolreplication: false,
        owned: 0,
        memberships: 0,
      },
    ])
  })

  it.each([
    ['create a table', 'CREATE TABLE note (text text)'],
    ['create a temporary table', 'CREATE TEMPORARY TABLE note (text text)'],
    ['create a function', "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS 'SELECT 1::text'"],
    ['create a schema', 'CREATE SCHEMA note'],
    ['create a database', 'CREATE DATABASE note'],
    ['create a role', 'CREATE ROLE note'],
    ['create an extension', 'CREATE EXTENSION citext'],
    ['drop a table', 'DROP TABLE contact'],
    ['alter a table', 'ALTER TABLE contact ADD COLUMN note text'],
    ['disable a trigger', 'ALTER TABLE contact DISABLE TRIGGER ALL'],
    ['truncate a table', 'TRUNCATE contact CASCADE'],
    ['become the owner', `SET ROLE ${new URL(OWNER).username}`],
    ['read the migration history', 'SELECT * FROM _prisma_migrations'],
    ['edit the migration history', 'DELETE FROM _prisma_migrations'],
    ['read passwords', 'SELECT * FROM pg_authid'],
    ['read a file', "SELECT pg_read_file('postgresql.conf')"],
    ['copy from a file', "COPY contact FROM '/etc/passwd'"],
    ['run a program', "COPY (SELECT 1) TO PROGRAM 'true'"],
    ['change a setting of the server', "ALTER SYSTEM SET log_statement = 'all'"],
  ])('the service role cannot %s', async (_, sql) => {
    const result = await query(SERVICE, sql).catch((error: { code?: string }) => error)
    expect(result).toMatchObject({ code: '42501' })
  })

  it('the service role can only read and write rows in every table of the app', async () => {
    const rights = await query<{ name: string; rights: string[] }>(
      OWNER,
      `SELECT c.oid::regclass::text AS name, array_agg(a.privilege_type ORDER BY a.privilege_type) AS rights
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       LEFT JOIN LATERAL aclexplode(c.relacl) a ON a.grantee = $1::regrole
       WHERE nspname = 'public' AND relkind IN ('r', 'p') AND relname <> '_prisma_migrations'
       GROUP BY 1`,
      [new URL(SERVICE).username],
    )
    expect(rights.length).toBeGreaterThan(30)
    expect(rights.filter(({ rights: granted }) => granted.join() !== 'DELETE,INSERT,SELECT,UPDATE')).toEqual([])
  })

  it('the service role can use at once what a later migration creates', async () => {
    await query(
      OWNER,
      `CREATE TABLE later (id bigserial PRIMARY KEY, text text);
       CREATE FUNCTION later_count() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM later'`,
    )
    try {
      await query(SERVICE, "INSERT INTO later (text) VALUES ('a')")
      expect(await query(SERVICE, 'SELECT later_count()::int AS n')).toEqual([{ n: 1 }])
    } finally {
      await query(OWNER, 'DROP FUNCTION later_count; DROP TABLE later')
    }
  })

  it('granting the service role its rights revokes those on the migration history', async () => {
    const { name } = await readConnectionRole(SERVICE)
    await query(OWNER, `GRANT ALL ON _prisma_migrations TO ${name}`)
    await grantToService(OWNER, name)
    await expect(query(SERVICE, 'SELECT * FROM _prisma_migrations')).rejects.toMatchObject({ code: '42501' })
  })

  it('grants the service role its rights when two starts run at once, and changes nothing when repeated', async () => {
    const { name } = await readConnectionRole(SERVICE)
    // In its own database: other tests run at the same time.
    const own = await aMigratedDatabase()
    try {
      await query(own.ownerUrl, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${name}`)
      await Promise.all([grantToService(own.ownerUrl, name), grantToService(own.ownerUrl, name)])
      const version = "SELECT xmin::text FROM pg_class WHERE oid = 'contact'::regclass"
      const before = await query(own.ownerUrl, version)
      await grantToService(own.ownerUrl, name)
      expect(await query(own.ownerUrl, version)).toEqual(before)
      expect(await query(own.url, 'SELECT id FROM contact LIMIT 0')).toEqual([])
    } finally {
      await own.drop()
    }
  })
})

describe('self-managed PostgreSQL', () => {
  const suffix = randomUUID().slice(0, 8)
  const [owner, service, database] = [`owner_${suffix}`, `service_${suffix}`, `own_${suffix}`]
  const as = (name: string) => {
    const url = new URL(OWNER)
    Object.assign(url, { username: name, password: 'p', pathname: `/${database}` })
    return url.href
  }

  beforeAll(async () => {
    await query(OWNER, `CREATE ROLE ${owner} LOGIN PASSWORD 'p'; CREATE ROLE ${service} LOGIN PASSWORD 'p'`)
    await query(OWNER, `CREATE DATABASE ${database} OWNER ${owner}`)
  })
  afterAll(async () => {
    await query(OWNER, `DROP DATABASE ${database} WITH (FORCE)`)
    await query(OWNER, `DROP ROLE ${owner}, ${service}`)
  })

  it('migrates a self-managed database as a non-superuser owner for a service role that owns nothing', async () => {
    const { applied, service: found } = await prepareDatabase({
      ownerUrl: as(owner),
      serviceUrl: as(service),
    })
    expect(applied).toEqual(MIGRATIONS)
    expect(found).toEqual({ name: service, isSuperuser: false })
    expect(await query(as(service), 'SELECT count(*)::int AS n FROM contact')).toEqual([{ n: 0 }])
    await expect(query(as(service), 'DROP TABLE contact')).rejects.toMatchObject({ code: '42501' })
  })

  it('does not revoke access to the migration history when the service role owns the database', async () => {
    await prepareDatabase({ ownerUrl: as(owner), serviceUrl: as(owner) })
    expect(await query(as(owner), 'SELECT count(*)::int AS n FROM _prisma_migrations')).toEqual([
      { n: MIGRATIONS.length },
    ])
  })

  it('preparing the database reports that the service cannot sign in to it', async () => {
    await expect(prepareDatabase({ ownerUrl: as(owner), serviceUrl: as('unknown') })).rejects.toThrow(
      'The service cannot sign in to its database',
    )
  })
})

it('the next start of an older data folder connects with a plain service role instead of the superuser', async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'older-'))
  try {
    const before = await startEmbeddedPostgres({ folder: dataDir, password: 'the owner’s' })
    await applyMigrations(before.url)
    await query(before.url, "INSERT INTO organization (id, name, updated_at) VALUES (gen_random_uuid(), 'Kept', now())")
    await before.stop()

    const variables: Record<string, string | undefined> = { DIRECT_URL: 'postgresql://elsewhere/x' }
    const environment = { dataDir, variables, port: 0, postgresPassword: 'the owner’s', servicePassword: 'its own' }
    const opened = await ensureDatabaseRunning({ ...environment, host: '127.0.0.1' } as Parameters<
      typeof ensureDatabaseRunning
    >[0])
    try {
      const serviceUrl = variables.DATABASE_URL ?? ''
      await prepareDatabase({ ownerUrl: opened.ownerUrl, serviceUrl })
      expect(await readConnectionRole(serviceUrl)).toEqual({ name: 'feedback_service', isSuperuser: false })
      expect(await query(serviceUrl, 'SELECT name FROM organization')).toEqual([{ name: 'Kept' }])
      await expect(query(serviceUrl, 'CREATE TEMPORARY TABLE t ()')).rejects.toMatchObject({ code: '42501' })
      const elsewhere = new URL(serviceUrl)
      elsewhere.pathname = '/postgres'
      await expect(query(elsewhere.href, 'SELECT 1')).rejects.toMatchObject({ code: '42501' })
      // The service's environment has no credentials of the owner.
      expect(variables.DIRECT_URL).toBe('')
      expect(Object.values(variables).some((value) => value?.includes(encodeURIComponent('the owner’s')))).toBe(false)
    } finally {
      await opened.stop()
    }
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
})

async function query<T extends object = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
