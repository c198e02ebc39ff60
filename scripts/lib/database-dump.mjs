import { Client } from 'pg'
import { Refusal } from './checkout.mjs'

const ROWS_AT_ONCE = 500
/** Of the text of rows, for one statement. */
const CHARACTERS_AT_ONCE = 4_000_000

/**
 * Not in a backup: the history of the migrations is in its header, and what the jobs were told is found again by the sweep of the service
 * that is restored (docs/jobs.md), whose queue is empty.
 */
const LEFT_OUT = ['_prisma_migrations', 'job_signal', 'job_heartbeat']

/**
 * All rows of one moment, table by table, beside a service that runs: a line for each table (`{ table, columns }`), and one for each
 * of its rows (`{ row }`, the row as PostgreSQL's JSON); at last the sequences.
 *
 * @param {Client} client of the owner, in a transaction that sees one moment
 */
export async function* dumpTables(client) {
  for (const { name, columns } of await listTables(client)) {
    yield { table: name, columns }
    await client.query(
      `DECLARE backup NO SCROLL CURSOR FOR SELECT row_to_json(t)::text AS row FROM ${quoted(client, name)} t`,
    )
    for (;;) {
      const { rows } = await client.query(`FETCH ${ROWS_AT_ONCE} FROM backup`)
      if (rows.length === 0) break
      // As text: numbers of PostgreSQL have more digits than those of JavaScript.
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
 * Fills the tables of the version that the lines are of, in the transaction that is open. Foreign keys are taken off meanwhile and
 * checked as a whole when they come back; triggers would count and emit what was counted and emitted already.
 *
 * @param {Client} client of the owner
 * @param {AsyncIterable<Record<string, any>>} lines of `dumpTables`
 * @returns {Promise<{ tables: number, rows: number }>}
 */
export async function loadTables(client, lines) {
  const tables = await listTables(client)
  const names = tables.map(({ name }) => quoted(client, name))
  const foreignKeys = await listForeignKeys(client)
  for (const { table, name } of foreignKeys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`)
  await client.query(`TRUNCATE ${names.join(', ')}`)
  const loaded = await insertRows(client, new Set(tables.map(({ name }) => name)), lines)
  // What is checked at the end of the transaction would otherwise be in the way of the constraints.
  await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  for (const { table, name, definition } of foreignKeys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`)
  return loaded
}

async function insertRows(client, known, lines) {
  const loaded = { tables: 0, rows: 0 }
  let insert = ''
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
      if (batch.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush()
      continue
    }
    await flush()
    if (table !== undefined) {
      if (!known.has(table)) throw new Refusal(`The backup has a table ${table}, which this database does not have.`)
      insert = insertion(client, table, columns)
      loaded.tables += 1
    } else if (sequence !== undefined)
      await client.query('SELECT setval($1::regclass, $2)', [quoted(client, sequence), value])
  }
  await flush()
  return loaded
}

function insertion(client, table, columns) {
  const name = quoted(client, table)
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `INSERT INTO ${name} (${list}) OVERRIDING SYSTEM VALUE SELECT ${list} FROM json_populate_recordset(NULL::${name}, $1::json)`
}

/** With the columns that are stored as they are given. */
async function listTables(client) {
  const { rows } = await client.query(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
     GROUP BY 1 ORDER BY 1`,
    [LEFT_OUT],
  )
  return rows
}

async function listForeignKeys(client) {
  const { rows } = await client.query(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace ORDER BY 1, 2`,
  )
  return rows
}

function quoted(client, name) {
  return client.escapeIdentifier(name)
}

/**
 * @template T
 * @param {string} url of the owner, not through a pooler
 * @param {string} mode of the transaction
 * @param {(client: Client) => Promise<T>} body
 * @returns {Promise<T>}
 */
export async function inOwnTransaction(url, mode, body) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 15_000 })
  // Without a listener a connection that breaks between two queries would end the process before the next query can say so.
  client.on('error', () => {})
  await client.connect()
  try {
    // The limits are those of requests, where the service's role owns the tables. Times are read as they were written.
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
