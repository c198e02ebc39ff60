import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { Refusal, ROOT } from './checkout.mjs'
import { applyMigrations } from './migrate.mjs'

const FOLDER = path.join(ROOT, 'prisma/functions')

/** Those of extensions belong to others. */
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
 * @typedef {{ file: string, name: string, definition: string }} Definition a function, or a trigger with the file of its function,
 *   as PostgreSQL writes it
 * @typedef {{ name: string, sql: string }} FunctionFile
 */

/**
 * @param {string} [folder]
 * @returns {FunctionFile[]} by name, but for those that others name: a function comes after what it calls
 */
export function readFunctionFiles(folder = FOLDER) {
  const names = fs.readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const files = names
    .sort()
    .map((file) => ({ name: path.basename(file, '.sql'), sql: fs.readFileSync(path.join(folder, file), 'utf8') }))
  const ordered = new Set()
  const seen = new Set()
  const add = (file) => {
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
 * @returns {Promise<Definition[]>} every function and trigger of ours that the database has
 */
export async function readDefinitions(client) {
  return (await client.query(DEFINITIONS)).rows
}

/**
 * What the files alone make: removes every function and trigger (with what depends on them: call it in a transaction that is
 * rolled back) and applies the files.
 *
 * @param {import('pg').Client} client in a transaction of the owner's
 * @param {FunctionFile[]} files
 * @returns {Promise<Definition[]>}
 * @throws {Refusal} with the name of a file that PostgreSQL refuses
 */
export async function definitionsOfFiles(client, files) {
  const { rows } = await client.query(
    `SELECT string_agg(p.oid::regprocedure::text, ', ') AS all FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace WHERE ${OURS}`,
  )
  if (rows[0].all !== null) await client.query(`DROP ROUTINE ${rows[0].all} CASCADE`)
  await applyFunctionFiles(client, files)
  return readDefinitions(client)
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
      throw new Refusal(`prisma/functions/${name}.sql: ${error.message}.`, { cause: error })
    }
}

/**
 * @param {string} adminUrl a PostgreSQL server on which a database may be created and dropped; nothing else on it is touched
 * @param {string} tables SQL that the migration begins with
 * @returns {Promise<string | null>} the SQL that leads from the functions of the migrations to those of the files; null when they agree
 */
export async function differenceToFunctions(adminUrl, tables) {
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
      return difference(await readDefinitions(client), await definitionsOfFiles(client, files), files)
    } finally {
      await client.end()
    }
  } finally {
    await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
    await admin.end()
  }
}

function difference(were, are, files) {
  const before = new Map(were.map(({ name, definition }) => [name, definition]))
  const after = new Set(are.map(({ name }) => name))
  const changed = are.filter(({ name, definition }) => before.get(name) !== definition)
  const gone = were.filter(({ name }) => !after.has(name)).map(({ name }) => name)
  const parts = [
    ...files.map(({ name, sql }) =>
      changedText(
        sql,
        changed.filter(({ file }) => file === name),
      ),
    ),
    // Triggers before the functions that they call.
    ...gone.toSorted((a, b) => (a < b ? 1 : -1)).map((name) => `DROP ${name};\n`),
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join('\n')
}

/** Without the triggers where none of them changed: replacing one locks its table against everybody who writes. */
function changedText(sql, changed) {
  if (changed.length === 0) return ''
  const functions = sql.split(/^CREATE OR REPLACE TRIGGER/m)[0]
  return changed.some(({ name }) => name.startsWith('TRIGGER')) ? sql : `${functions.trimEnd()}\n`
}

async function connect(url) {
  const client = new Client({ connectionString: url, options: '-c client_min_messages=warning' })
  client.on('error', () => {})
  await client.connect()
  return client
}
