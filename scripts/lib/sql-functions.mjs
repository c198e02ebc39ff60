import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { applyMigrations } from './migrate.mjs'
import { getErrorMessage, OperatorError, ROOT } from './operator-error.mjs'

const FOLDER = path.join(ROOT, 'prisma/functions')

/** Without functions of extensions. */
const OURS = `n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')`

const DEFINITIONS = `
  SELECT p.proname AS file, 'FUNCTION ' || p.oid::regprocedure AS name,
    CASE WHEN p.prokind = 'a' THEN 'an aggregate' ELSE pg_get_functiondef(p.oid) END AS definition
  FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}
  UNION ALL
  SELECT p.proname, format('TRIGGER %I ON %s', t.tgname, t.tgrelid::regclass), pg_get_triggerdef(t.oid) || ' ' || t.tgenabled::text
  FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
  JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE NOT t.tgisinternal AND ${OURS}
  ORDER BY name`

/**
 * @typedef {{ file: string, name: string, definition: string }} Definition of a function or trigger, with the file of its function
 * @typedef {{ name: string, sql: string }} FunctionFile
 */

/**
 * @param {string} [folder]
 * @returns {FunctionFile[]} in the order of their names, but each after the functions that it calls
 */
export function readFunctionFiles(folder = FOLDER) {
  const names = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const files = names
    .sort()
    .map((file) => ({ name: path.basename(file, '.sql'), sql: fs.readFileSync(path.join(folder, file), 'utf8') }))
  /** @type {Set<FunctionFile>} */
  const ordered = new Set()
  /** @type {Set<FunctionFile>} */
  const seen = new Set()
  const add = (/** @type {FunctionFile} */ file) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const other of files) if (new RegExp(`\\b${other.name}\\(`).test(file.sql)) add(other)
    ordered.add(file)
  }
  for (const file of files) add(file)
  return [...ordered]
}

/**
 * @param {import('pg').Client} client
 * @returns {Promise<Definition[]>} all functions and triggers of the database, without extensions
 */
export async function loadFunctionDefinitions(client) {
  return (await client.query(DEFINITIONS)).rows
}

/**
 * Drops all functions and triggers with their dependents and applies the files: to be called in a transaction that is rolled back.
 *
 * @param {import('pg').Client} client of the owner, in a transaction
 * @param {FunctionFile[]} files
 * @returns {Promise<Definition[]>}
 * @throws {OperatorError} with the name of an invalid file
 */
export async function replaceFunctions(client, files) {
  const { rows } = await client.query(
    `SELECT string_agg(p.oid::regprocedure::text, ', ') AS all FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}`,
  )
  if (rows[0].all !== null) await client.query(`DROP ROUTINE ${rows[0].all} CASCADE`)
  await applyFunctionFiles(client, files)
  return loadFunctionDefinitions(client)
}

/**
 * @param {import('pg').Client} client
 * @param {FunctionFile[]} files
 */
export async function applyFunctionFiles(client, files) {
  for (const { name, sql } of files)
    try {
      await client.query(sql)
    } catch (error) {
      throw new OperatorError(`prisma/functions/${name}.sql: ${getErrorMessage(error)}.`, { cause: error })
    }
}

/**
 * @param {string} adminUrl of a PostgreSQL server, on which a temporary database is created
 * @param {string} tables SQL that the migration begins with
 * @returns {Promise<string | null>} SQL that changes the functions of the migrations to those of the files; null without a difference
 */
export async function diffMigrationsAndFunctionFiles(adminUrl, tables) {
  const admin = await connect(adminUrl)
  const name = `draft_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name}`)
  try {
    const url = new URL(adminUrl)
    url.pathname = `/${name}`
    await applyMigrations(url.href)
    const client = await connect(url.href)
    try {
      await client.query(`BEGIN; ${tables}`)
      const files = readFunctionFiles()
      return difference(await loadFunctionDefinitions(client), await replaceFunctions(client, files), files)
    } finally {
      await client.end()
    }
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}

/**
 * @param {Definition[]} before
 * @param {Definition[]} after
 * @param {FunctionFile[]} files
 */
function difference(before, after, files) {
  const previous = new Map(before.map(({ name, definition }) => [name, definition]))
  const names = new Set(after.map(({ name }) => name))
  const changed = after.filter(({ name, definition }) => previous.get(name) !== definition)
  const removed = before.filter(({ name }) => !names.has(name)).map(({ name }) => name)
  const parts = [
    ...files.map(({ name, sql }) =>
      changedSql(
        sql,
        changed.filter(({ file }) => file === name),
      ),
    ),
    // Triggers before the functions that they call.
    ...removed.toSorted((a, b) => (a < b ? 1 : -1)).map((name) => `DROP ${name};\n`),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join('\n')
}

/**
 * Without triggers if none of them changed: replacing one locks its table against writes.
 *
 * @param {string} sql
 * @param {Definition[]} changed
 */
function changedSql(sql, changed) {
  if (changed.length === 0) return ''
  const [functions = ''] = sql.split(/^CREATE OR REPLACE TRIGGER/m)
  return changed.some(({ name }) => name.startsWith('TRIGGER')) ? sql : `${functions.trimEnd()}\n`
}

/** @param {string} url */
async function connect(url) {
  const client = new Client({ connectionString: url, options: '-c client_min_messages=warning' })
  client.on('error', () => {})
  await client.connect()
  return client
}
