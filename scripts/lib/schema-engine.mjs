import crypto from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { Client, Pool } from 'pg'
import { ROOT } from './checkout.mjs'

// `prisma migrate` downloads a native engine. This is the same engine as WebAssembly, from npm, so drafting a migration needs no
// network. Its database access goes through Prisma's driver adapter, which has three gaps that are closed here.

const SCHEMA = path.join(ROOT, 'prisma/schema.prisma')
const MIGRATIONS = path.join(ROOT, 'prisma/migrations')

/** Tables that only migrations know, because Prisma cannot express what they are (UNLOGGED). */
const FILTERS = {
  externalTables: [
    'public.rate_window',
    'public.rate_limit_counter',
    'public.contact_search_total',
    'public.list_change',
  ],
  externalEnums: [],
}

/**
 * @param {string} url a PostgreSQL server on which a database may be created and dropped; nothing else on it is touched
 * @returns {Promise<string | null>} the SQL that leads from the migrations to schema.prisma; null when they agree
 */
export async function differenceToSchema(url) {
  loadEngine()
  const factory = new ThrowAwayFactory(url)
  const content = fs.readFileSync(SCHEMA, 'utf8')
  const log = () => {} // what it has to say arrives as its answer or its exception
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA, content]] },
    log,
    bindMigrationAwareSqlAdapterFactory(factory),
  )
  try {
    const { exitCode, stdout } = await engine.diff({
      from: { tag: 'migrations', ...readMigrations() },
      to: { tag: 'schemaDatamodel', files: [{ path: SCHEMA, content }] },
      script: true,
      exitCode: true,
      shadowDatabaseUrl: null,
      filters: FILTERS,
    })
    return exitCode === 0 ? null : (stdout ?? '')
  } finally {
    engine.free()
    await factory.end()
  }
}

function loadEngine() {
  // Without a registry a panic of the engine keeps its message to itself.
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => process.stderr.write(`${message}\n`) }
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const engine = new WebAssembly.Module(fs.readFileSync(glue.replace(/\.js$/, '.wasm')))
  const { exports } = new WebAssembly.Instance(engine, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(exports)
  // Fills the table through which null and undefined cross; the engine reads garbage without it.
  exports.__wbindgen_start()
}

function readMigrations() {
  const lockfile = path.join(MIGRATIONS, 'migration_lock.toml')
  const folders = fs.readdirSync(MIGRATIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const names = folders.map((entry) => entry.name)
  return {
    baseDir: MIGRATIONS,
    lockfile: {
      path: 'migration_lock.toml',
      content: fs.existsSync(lockfile) ? fs.readFileSync(lockfile, 'utf8') : null,
    },
    shadowDbInitScript: '',
    migrationDirectories: names.sort().map((name) => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: fs.readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8') },
      },
    })),
  }
}

/** Connects to a database that exists for one question. */
class ThrowAwayFactory extends PrismaPg {
  #url
  #pool

  constructor(url) {
    const pool = new Pool({ connectionString: url, max: 2, options: '-c TimeZone=UTC' })
    super(pool, { schema: 'public' })
    this.#url = url
    this.#pool = pool
  }

  async connect() {
    const adapter = describable(await super.connect())
    const startTransaction = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (...options) => describable(await startTransaction(...options))
    // The adapter cuts scripts at every semicolon, those inside functions and strings included.
    adapter.executeScript = async (script) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }

  /** The adapter's own would be the database of the URL itself, which the engine then empties. */
  async connectToShadowDb() {
    const admin = new Client({ connectionString: this.#url })
    await admin.connect()
    const name = `draft_${crypto.randomUUID().replaceAll('-', '')}`
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(this.#url)
    url.pathname = `/${name}`
    const factory = new ThrowAwayFactory(url.href)
    const adapter = await factory.connect()
    adapter.dispose = async () => {
      await factory.end()
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
      await admin.end()
    }
    return adapter
  }

  end() {
    return this.#pool.end()
  }
}

/** Types of PostgreSQL's catalogue that the adapter does not know, and known ones that read the same. */
const CHAR = 18
const TEXT = 25
const NAME_ARRAY = 1003
const CHAR_ARRAY = 1002
const TEXT_ARRAY = 1009
const READ_AS = new Map([
  [CHAR, TEXT],
  [NAME_ARRAY, TEXT_ARRAY],
  [CHAR_ARRAY, TEXT_ARRAY],
])
/** The adapter's name for a single character, which the engine insists on where the catalogue has one. */
const CHARACTER_COLUMN = 6

function describable(queryable) {
  const performIO = queryable.performIO.bind(queryable)
  const queryRaw = queryable.queryRaw
  queryable.queryRaw = async (query) => {
    const { fields, rows } = await performIO(query)
    const readable = fields.map((field) => ({
      ...field,
      name: field.name,
      dataTypeID: READ_AS.get(field.dataTypeID) ?? field.dataTypeID,
    }))
    const io = { performIO: async () => ({ fields: readable, rows }), pgOptions: queryable.pgOptions }
    const result = await queryRaw.call(io, query)
    for (const [index, field] of fields.entries())
      if (field.dataTypeID === CHAR) result.columnTypes[index] = CHARACTER_COLUMN
    return result
  }
  return queryable
}
