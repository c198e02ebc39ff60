import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { isTransactionPooler } from './detect-transaction-pooler.mjs'
import { getErrorCode, getErrorMessage, OperatorError, ROOT } from './operator-error.mjs'

const MIGRATIONS = path.join(ROOT, 'prisma/migrations')

/** @typedef {{ name: string, sql: string, checksum: string }} Migration */

/**
 * The migrations from before the squash. The first stands for 69 older ones; a database that has it gets the others, and then the squashed
 * one of prisma/migrations counts as applied.
 */
const UPGRADES = path.join(ROOT, 'prisma/upgrades')

/** The lock of Prisma's own engine. */
const ADVISORY_LOCK = 72707369

/** Prisma's own definition, so that `prisma migrate deploy` works on the same database. */
const HISTORY = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id                  VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum            VARCHAR(64) NOT NULL,
  finished_at         TIMESTAMPTZ,
  migration_name      VARCHAR(255) NOT NULL,
  logs                TEXT,
  rolled_back_at      TIMESTAMPTZ,
  started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`

/**
 * Applies the pending migrations of prisma/migrations by name; those of prisma/upgrades first to a database from before the squash.
 *
 * @param {string} url a direct connection, not one through a transaction pooler
 * @param {{ folder?: string, only?: string[], warn?: (sentence: string) => void }} [options] `only`: names to apply
 * @returns {Promise<string[]>} names of the applied migrations
 * @throws {OperatorError} when the database is unreachable or was migrated by a newer version, or a migration failed now or before
 */
export async function applyMigrations(url, options = {}) {
  const { only, folder = MIGRATIONS, warn = (sentence) => process.stderr.write(`${sentence}\n`) } = options
  const client = await connect(url)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK])
    await requireUtf8(client)
    await createHistory(client)
    const upgraded = folder === MIGRATIONS ? await upgrade(client, only) : undefined
    if (upgraded !== undefined && only !== undefined) return upgraded
    const checksums = await readHistory(client)
    const migrations = readMigrations(folder).filter(({ name }) => only?.includes(name) ?? true)
    requireKnownMigrations(migrations, checksums)
    return [...(upgraded ?? []), ...(await applyPending(client, migrations, checksums, warn))]
  } finally {
    await client.end()
  }
}

/**
 * @param {Client} client
 * @param {Migration[]} migrations
 * @param {Map<string, string>} checksums by name
 * @param {(sentence: string) => void} warn
 */
async function applyPending(client, migrations, checksums, warn) {
  const applied = []
  for (const migration of migrations) {
    const checksum = checksums.get(migration.name)
    if (checksum === undefined) {
      await apply(client, migration)
      applied.push(migration.name)
    } else if (checksum !== migration.checksum)
      warn(`The migration ${migration.name} was edited after it had been applied.`)
  }
  return applied
}

/**
 * Applies prisma/upgrades to a database from before the squash. With `only`, creates the tables of a backup from that time; without it, the
 * squashed migration then replaces the history, as `prisma migrate resolve --applied` does.
 *
 * @param {Client} client
 * @param {string[] | undefined} only
 * @returns {Promise<string[] | undefined>} names of the applied migrations; undefined for a new database, or one from after the squash
 * @throws {OperatorError} for a database older than the first upgrade
 */
async function upgrade(client, only) {
  const upgrades = readMigrations(UPGRADES)
  const [start] = upgrades
  const checksums = await readHistory(client)
  const names = only ?? [...checksums.keys()]
  const [squashed] = readMigrations(MIGRATIONS)
  if (start === undefined || squashed === undefined) throw new Error('A folder of migrations is empty.')
  if (names.length === 0 || names.includes(squashed.name)) return
  if (!names.includes(start.name))
    throw new OperatorError(`This version cannot upgrade a database older than ${start.name}.`)
  requireKnownMigrations(upgrades, new Map([...checksums].filter(([name]) => name > start.name)))
  const pending = upgrades.filter(({ name }) => !checksums.has(name) && (only?.includes(name) ?? true))
  for (const migration of pending) await apply(client, migration)
  if (only === undefined) await replaceHistory(client, squashed)
  return pending.map(({ name }) => name)
}

/**
 * @param {Client} client
 * @param {Migration} squashed
 */
async function replaceHistory(client, { name, checksum }) {
  await client.query('BEGIN')
  await client.query('DELETE FROM _prisma_migrations')
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
    [crypto.randomUUID(), checksum, name],
  )
  await client.query('COMMIT')
}

/**
 * @param {Client} client
 * @throws {OperatorError} for another encoding: search normalizes text and supports only UTF-8
 */
async function requireUtf8(client) {
  const { rows } = await client.query(
    "SELECT current_setting('server_encoding') AS encoding, current_database() AS name",
  )
  const [{ encoding, name }] = rows
  if (encoding === 'UTF8') return
  throw new OperatorError(
    `The database ${name} has the encoding ${encoding} instead of UTF8. Create another: CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0.`,
  )
}

/**
 * @param {Client} client
 * @throws {OperatorError} for a role that may not create tables
 */
async function createHistory(client) {
  await client.query("SET client_min_messages = 'warning'")
  try {
    await client.query(HISTORY)
  } catch (error) {
    if (getErrorCode(error) !== '42501') throw error
    throw new OperatorError(
      `The role that migrates may not make tables: ${getErrorMessage(error)}. Set MIGRATE_DATABASE_URL to the address with the role that owns the database.`,
      { cause: error },
    )
  }
  await client.query('RESET client_min_messages')
}

/**
 * @param {import('pg').Client} client
 * @returns {Promise<string[]>} names of the applied migrations in order; empty for a new database
 */
export async function listAppliedMigrations(client) {
  const { rows } = await client.query("SELECT to_regclass('public._prisma_migrations') IS NOT NULL AS exists")
  return rows[0].exists ? [...(await readHistory(client)).keys()] : []
}

/**
 * @param {string[]} names of the migrations of a backup
 * @param {string} version of the service that wrote the backup
 * @throws {OperatorError} for a migration that this version lacks
 */
export function requireSupportedBackup(names, version) {
  const upgrades = readMigrations(UPGRADES)
  const own = new Set([...upgrades, ...readMigrations(MIGRATIONS)].map(({ name }) => name))
  const missing = names.find((name) => !own.has(name) && name > (upgrades[0]?.name ?? ''))
  if (missing !== undefined)
    throw new OperatorError(
      `This backup was made by a newer version (${version}, ${missing}). Restore it with that one.`,
    )
}

/**
 * @param {Migration[]} migrations
 * @param {Map<string, string>} checksums by name
 * @throws {OperatorError} for a database that a newer version has migrated
 */
function requireKnownMigrations(migrations, checksums) {
  const own = new Set(migrations.map(({ name }) => name))
  const newer = [...checksums.keys()].findLast((name) => !own.has(name))
  if (newer !== undefined)
    throw new OperatorError(
      `This database was migrated by a newer version (${newer}). Start that version, or restore the backup that was made before it.`,
    )
}

/** @param {string} url */
async function connect(url) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  let isShared
  try {
    isShared = await isTransactionPooler(url)
    await client.connect()
  } catch (error) {
    throw new OperatorError(
      `The database cannot be reached: ${getErrorMessage(error) || getErrorCode(error)}. Check DATABASE_URL.`,
      {
        cause: error,
      },
    )
  }
  if (isShared) {
    await client.end()
    throw new OperatorError(
      'The address for the migrations leads through a pooler in transaction mode. Set DIRECT_URL, or MIGRATE_DATABASE_URL, to the address of the database itself.',
    )
  }
  // A service's role that migrates has the timeouts of requests.
  await client.query("SET TimeZone = 'UTC'; SET statement_timeout = 0; SET lock_timeout = 0")
  return client
}

/**
 * @param {Client} client
 * @returns {Promise<Map<string, string>>} checksums by name
 * @throws {OperatorError} if a migration failed
 */
async function readHistory(client) {
  const { rows } = await client.query(
    'SELECT * FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at',
  )
  const failed = rows.find((row) => row.finished_at === null)
  if (failed)
    throw new OperatorError(
      `The migration ${failed.migration_name} failed earlier: ${failed.logs ?? 'it was interrupted'}. ` +
        'Fix the database, set rolled_back_at in its row of _prisma_migrations, and start again.',
    )
  return new Map(rows.map((row) => [row.migration_name, row.checksum]))
}

/**
 * @param {string} folder
 * @returns {Migration[]}
 */
function readMigrations(folder) {
  const folders = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders
    .map((entry) => entry.name)
    .sort()
    .map((name) => {
      const bytes = fs.readFileSync(path.join(folder, name, 'migration.sql'))
      return { name, sql: bytes.toString(), checksum: crypto.createHash('sha256').update(bytes).digest('hex') }
    })
}

/**
 * @param {Client} client
 * @param {Migration} migration
 */
async function apply(client, { name, sql, checksum }) {
  const id = crypto.randomUUID()
  await client.query('INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)', [
    id,
    checksum,
    name,
  ])
  try {
    // A query without parameters is one transaction, unless the file has its own.
    await client.query(sql)
  } catch (error) {
    await client.query('UPDATE _prisma_migrations SET logs = $2 WHERE id = $1', [id, getErrorMessage(error)])
    throw new OperatorError(`The migration ${name} failed: ${getErrorMessage(error)}.`, { cause: error })
  }
  await client.query('UPDATE _prisma_migrations SET finished_at = now(), applied_steps_count = 1 WHERE id = $1', [id])
}
