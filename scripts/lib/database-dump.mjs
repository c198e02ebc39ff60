import { Client } from 'pg'
import { OperatorError } from './operator-error.mjs'

/**
 * One kind per line: a table with its columns; a row of it as PostgreSQL's JSON; a sequence with its value.
 *
 * @typedef {{ table?: string, columns?: string[], row?: string, sequence?: string, value?: string }} DumpLine
 */

const ROWS_PER_BATCH = 500
const CHARACTERS_PER_BATCH = 4_000_000

/** The header has the history of the migrations; the sweep of the restored service finds due work without signals (docs/jobs.md). */
const EXCLUDED_TABLES = ['_prisma_migrations', 'job_signal', 'job_heartbeat']

/**
 * Dumps the rows of all tables, then the sequences.
 *
 * @param {Client} client of the owner, in a REPEATABLE READ transaction
 * @returns {AsyncGenerator<DumpLine>}
 */
export async function* streamDumpLines(client) {
  for (const { name, columns } of await listTables(client)) {
    yield { table: name, columns }
    await client.query(
      `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${quoteName(client, name)} t`,
    )
    for (;;) {
      const { rows } = await client.query(`FETCH ${ROWS_PER_BATCH} FROM backup`)
      if (rows.length === 0) break
      // As text: JavaScript's numbers have fewer digits.
      for (const { row } of rows) yield { row }
    }
    await client.query('CLOSE backup')
  }
  const { rows: sequences } = await client.query(
    'SELECT sequencename AS sequence, last_value::text AS value FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1',
  )
  for (const sequence of sequences) yield sequence
}

/**
 * Replaces the rows of all tables in the open transaction; the tables must have the version of the dump. Foreign keys are dropped and
 * added again afterwards; triggers are disabled, because they would count and emit a second time.
 *
 * @param {Client} client of the owner
 * @param {AsyncIterable<DumpLine>} lines of `streamDumpLines`
 * @returns {Promise<{ tables: number, rows: number }>}
 */
export async function restoreTables(client, lines) {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => quoteName(client, name))
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.join(', ')}`)
  const loaded = await insertRows(client, new Set(tables.map(({ name }) => name)), lines)
  // Pending trigger events of deferred constraints would block ALTER TABLE.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return loaded
}

/**
 * @param {Client} client
 * @param {Set<string>} known tables of this database
 * @param {AsyncIterable<DumpLine>} lines
 */
async function insertRows(client, known, lines) {
  const loaded = { tables: 0, rows: 0 }
  let insert = ''
  /** @type {string[]} */
  let batch = []
  let characters = 0
  const flush = async () => {
    if (batch.length > 0) await client.query(insert, [`[${batch.join(',')}]`])
    batch = []
    characters = 0
  }
  for await (const { table, columns, row, sequence, value } of lines) {
    if (row !== undefined) {
      batch.push(row)
      characters += row.length
      loaded.rows += 1
      if (batch.length >= ROWS_PER_BATCH || characters >= CHARACTERS_PER_BATCH) await flush()
      continue
    }
    await flush()
    if (table !== undefined) {
      if (!known.has(table))
        throw new OperatorError(`The backup has a table ${table}, which this database does not have.`)
      insert = insertSql(client, table, columns ?? [])
      loaded.tables += 1
    } else if (sequence !== undefined)
      await client.query('SELECT setval($1::regclass, $2)', [quoteName(client, sequence), value])
  }
  await flush()
  return loaded
}

/**
 * @param {Client} client
 * @param {string} table
 * @param {string[]} columns
 */
function insertSql(client, table, columns) {
  const name = quoteName(client, table)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`
}

/**
 * Without generated columns.
 *
 * @param {Client} client
 * @returns {Promise<{ name: string, columns: string[] }[]>}
 */
async function listTables(client) {
  const { rows } = await client.query(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [EXCLUDED_TABLES],
  )
  return rows
}

/**
 * @param {Client} client
 * @returns {Promise<{ table: string, name: string, definition: string }[]>}
 */
async function listForeignKeys(client) {
  const { rows } = await client.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )
  return rows
}

/**
 * @param {Client} client
 * @param {string} name
 */
function quoteName(client, name) {
  return client.escapeIdentifier(name)
}

/**
 * @template T
 * @param {string} url of the owner, not through a pooler
 * @param {string} mode of the transaction, such as READ ONLY
 * @param {(client: Client) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function runInTransaction(url, mode, body) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  await client.connect()
  try {
    // A service's role that owns the tables has the timeouts of requests.
    await client.query(
      "SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET TimeZone = 'UTC'; SET IntervalStyle = 'postgres'; SET extra_float_digits = 1",
    )
    await client.query(`BEGIN ${mode}`)
    const result = await body(client)
    await client.query('COMMIT')
    return result
  } finally {
    await client.end()
  }
}
