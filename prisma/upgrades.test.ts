import { readdirSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, it } from 'vitest'
import { applyMigrations } from '../scripts/lib/migrate.mjs'
import { loadFunctionDefinitions } from '../scripts/lib/sql-functions.mjs'
import { aMigratedDatabase, anUnmigratedDatabase, type TestDatabase } from '../server/testing/database/test-database'

/*
 * Databases from before the migrations were squashed (prisma/upgrades), brought to the state of a new installation.
 */

const UPGRADES = readdirSync(path.join(import.meta.dirname, 'upgrades')).sort()
const [START = ''] = UPGRADES
/** The migrations since the squashed one, which upgraded databases get too. */
const AFTER_SQUASH = readdirSync(path.join(import.meta.dirname, 'migrations'))
  .filter((name) => /^\d/.test(name))
  .sort()
  .slice(1)
const opened: { database: TestDatabase; client: Client }[] = []

afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

async function open(database: TestDatabase) {
  const client = new Client({ connectionString: database.ownerUrl })
  await client.connect()
  opened.push({ database, client })
  const rows = async <Row extends object>(sql: string, ...values: unknown[]) =>
    (await client.query<Row>(sql, values)).rows
  return { client, rows, upgrade: (only?: string[]) => applyMigrations(database.ownerUrl, only && { only }) }
}

async function databaseBefore(migration: string) {
  const only = UPGRADES.filter((name) => name < migration)
  return open(await anUnmigratedDatabase((url) => applyMigrations(url, { only })))
}

type Rows = Awaited<ReturnType<typeof databaseBefore>>['rows']

async function insertContact(rows: Rows) {
  const organizationId = uuidv7()
  const contactId = uuidv7()
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  await rows(
    `INSERT INTO contact (id, organization_id, email, first_name, updated_at) VALUES ($1, $2, 'ada@example.com', 'Ada', now())`,
    contactId,
    organizationId,
  )
  return { organizationId, contactId }
}

const STRUCTURE = `
  SELECT 'table' AS kind, c.relname AS name, concat_ws(' ', c.relkind, c.relpersistence, c.reloptions) AS definition
  FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'S')
  UNION ALL
  SELECT 'column', c.relname || '.' || a.attname,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attstorage, pg_get_expr(d.adbin, d.adrelid))
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
  UNION ALL
  SELECT 'constraint', conname, conrelid::regclass || ' ' || pg_get_constraintdef(oid)
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
  UNION ALL
  SELECT 'index', c.relname, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid, a.attstattarget)
  FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = 1
  WHERE c.relnamespace = 'public'::regnamespace
  ORDER BY 1, 2`

async function readStructure({ client, rows }: Awaited<ReturnType<typeof open>>) {
  const objects = await rows<{ kind: string; name: string; definition: string }>(STRUCTURE)
  const functions = await loadFunctionDefinitions(client)
  // Parentheses of checks depend on how a condition was first written.
  const withoutParentheses = (definition: string) => definition.replaceAll(/[()]/g, '')
  return Object.fromEntries([
    ...objects.map(({ kind, name, definition }) => [`${kind} ${name}`, withoutParentheses(definition)]),
    ...functions.map(({ name, definition }) => [name, definition]),
  ])
}

it('an upgraded database has the tables, indexes, functions and triggers of a new one, and its history', async () => {
  const upgraded = await databaseBefore(UPGRADES[1] ?? '')
  expect(await upgraded.upgrade()).toEqual([...UPGRADES.slice(1), ...AFTER_SQUASH])
  expect(await upgraded.upgrade()).toEqual([])
  const fresh = await open(await aMigratedDatabase())
  expect(await readStructure(upgraded)).toEqual(await readStructure(fresh))
  const history = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1'
  expect(await upgraded.rows(history)).toEqual(await fresh.rows(history))
  expect(await upgraded.rows('SELECT job FROM job_heartbeat')).toEqual(
    await fresh.rows('SELECT job FROM job_heartbeat'),
  )
})

it('an interrupted upgrade continues where it stopped', async () => {
  const { rows, upgrade } = await databaseBefore(UPGRADES[1] ?? '')
  await upgrade(UPGRADES.slice(0, 9))
  expect(await upgrade()).toEqual([...UPGRADES.slice(9), ...AFTER_SQUASH])
  const [history] = await rows<{ n: number }>('SELECT count(*)::int AS n FROM _prisma_migrations')
  expect(history?.n).toBe(1 + AFTER_SQUASH.length)
})

it('the upgrade refuses a database older than its first step, and changes nothing in it', async () => {
  const { rows, upgrade } = await databaseBefore(UPGRADES[1] ?? '')
  await rows("UPDATE _prisma_migrations SET migration_name = '20261124000000_older'")
  await expect(upgrade()).rejects.toThrow(`cannot upgrade a database older than ${START}`)
  expect(await rows("SELECT to_regclass('asked_survey') IS NOT NULL AS exists")).toEqual([{ exists: true }])
})

it('the upgrade refuses a database that a newer version migrated before the squash', async () => {
  const { rows, upgrade } = await databaseBefore(UPGRADES[1] ?? '')
  await rows("UPDATE _prisma_migrations SET migration_name = '20261126999999_newer' WHERE migration_name <> $1", START)
  await rows(
    "INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'x', '20261126999999_newer', now())",
  )
  await expect(upgrade()).rejects.toThrow('migrated by a newer version (20261126999999_newer)')
})

it('the upgrade normalizes names, tags and internationalized addresses, and applies an opt-out to both of two equal contacts', async () => {
  const { rows, upgrade } = await databaseBefore('20261126092000_one_identity')
  const organizationId = uuidv7()
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  const add = (email: string, unsubscribed = false) =>
    rows(
      `INSERT INTO contact (id, organization_id, email, first_name, tags, unsubscribed, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, now())`,
      uuidv7(),
      organizationId,
      email,
      'Jose\u0301',
      ['Cafe\u0301', 'vip', 'Caf\u00e9'],
      unsubscribed,
    )
  await add('alone@xn--mnchen-3ya.example')
  await add('two@xn--bcher-kva.example', true)
  await add('two@bücher.example')
  await add('japan@xn--r8jz45g.xn--zckzah')
  await add('broken@xn--a.example')
  await rows(
    `INSERT INTO "user" (id, email, name, updated_at) VALUES ($1, 'ada@xn--mnchen-3ya.example', 'Ada', now())`,
    uuidv7(),
  )
  await upgrade()
  const contacts = await rows<{ email: string; first_name: string; tags: string[]; unsubscribed: boolean }>(
    'SELECT email, first_name, tags, unsubscribed FROM contact ORDER BY email COLLATE "C"',
  )
  expect(contacts.map(({ email, unsubscribed }) => [email, unsubscribed])).toEqual([
    ['alone@münchen.example', false],
    ['broken@xn--a.example', false],
    ['japan@例え.テスト', false],
    ['two@bücher.example', true],
    ['two@xn--bcher-kva.example', true],
  ])
  expect(contacts[0]).toMatchObject({ first_name: 'Jos\u00e9', tags: ['Caf\u00e9', 'vip'] })
  expect(await rows('SELECT email FROM "user"')).toEqual([{ email: 'ada@münchen.example' }])
})

it('the upgrade opens the cases of recent low scores, and of no other responses', async () => {
  const { rows, upgrade } = await databaseBefore('20261126113716_low_scores_open_cases')
  const { organizationId, contactId } = await insertContact(rows)
  const surveyId = uuidv7()
  await rows(
    "INSERT INTO survey (id, organization_id, name, type, updated_at) VALUES ($1, $2, 'After a visit', 'nps', now())",
    surveyId,
    organizationId,
  )
  const add = async (fields: { status?: string; band: string; state?: string; daysAgo?: number }) => {
    const { status = 'completed', band, state = null, daysAgo = 1 } = fields
    const id = uuidv7()
    await rows(
      `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, band, case_state, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, 'en', $6, $7, now() - $8::int * interval '1 day', now())`,
      id,
      organizationId,
      surveyId,
      contactId,
      status,
      band,
      state,
      daysAgo,
    )
    return id
  }
  const added = {
    low: await add({ band: 'negative' }),
    resolved: await add({ band: 'negative', state: 'resolved' }),
    high: await add({ band: 'positive' }),
    partial: await add({ band: 'negative', status: 'partial' }),
    old: await add({ band: 'negative', daysAgo: 91 }),
  }
  await upgrade()
  const states = new Map(
    (await rows<{ id: string; state: string | null }>('SELECT id, case_state AS state FROM response')).map((row) => [
      row.id,
      row.state,
    ]),
  )
  expect(Object.fromEntries(Object.entries(added).map(([name, id]) => [name, states.get(id)]))).toEqual({
    low: 'open',
    resolved: 'resolved',
    high: null,
    partial: null,
    old: null,
  })
})

it('the upgrade keeps the exact lengths of lists, whether or not their changes were compacted', async () => {
  const { rows, upgrade } = await databaseBefore('20261126204522_pages_by_offset')
  const organizationId = uuidv7()
  await rows("INSERT INTO organization (id, name, updated_at) VALUES ($1, 'Example', now())", organizationId)
  const addContacts = (count: number) =>
    rows(
      `INSERT INTO contact (id, organization_id, email, first_name, updated_at)
       SELECT gen_random_uuid(), $1, gen_random_uuid() || '@example.com', 'Ada', now() FROM generate_series(1, $2::int)`,
      organizationId,
      count,
    )
  await addContacts(120)
  await addContacts(30)
  await rows(`UPDATE contact SET created_at = created_at - interval '1 day' WHERE organization_id = $1`, organizationId)
  await upgrade()
  await addContacts(5)
  expect(await rows(`SELECT list_length($1, 'contact')::int AS length`, organizationId)).toEqual([{ length: 155 }])
})
