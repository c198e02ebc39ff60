import crypto from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import { Client, Pool } from 'pg'
import { ROOT } from './operator-error.mjs'

/*
 * `prisma migrate` downloads a native engine. This is the same engine as WebAssembly from npm, so drafting a migration needs no network. It
 * uses Prisma's driver adapter, which lacks three features that are added here.
 */

/** @typedef {Awaited<ReturnType<PrismaPg['connect']>>} Adapter */

const SCHEMA = path.join(ROOT, 'prisma/schema.prisma')
const MIGRATIONS = path.join(ROOT, 'prisma/migrations')

/** Tables that Prisma's schema cannot express (UNLOGGED). */
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
 * @param {string} url of a PostgreSQL server, on which a temporary database is created
 * @returns {Promise<string | null>} SQL that changes the schema of the migrations to schema.prisma; null without a difference
 */
export async function diffMigrationsAndPrismaSchema(url) {
  loadEngine()
  const factory = new TemporaryDatabaseFactory(url)
  const content = fs.readFileSync(SCHEMA, 'utf8')
  const log = () => {} // the result or the exception has all that matters
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
      filters: FILTERS,
    })
    return exitCode === 0 ? null : (stdout ?? '')
  } finally {
    engine.free()
    await factory.end()
  }
}

function loadEngine() {
  // The engine reports the message of a panic only here.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (/** @type {string} */ message) => process.stderr.write(`${message}\n`),
    },
  })
  const glue = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg')
  const engine = new WebAssembly.Module(fs.readFileSync(glue.replace(/\.js$/, '.wasm')))
  const { exports } = new WebAssembly.Instance(engine, { './schema_engine_bg.js': bindings })
  bindings.__wbg_set_wasm(exports)
  // Initializes the table of null and undefined; the engine reads garbage without it.
  const { __wbindgen_start: start } = /** @type {{ __wbindgen_start: () => void }} */ (/** @type {unknown} */ (exports))
  start()
}

/** @returns {import('@prisma/schema-engine-wasm').MigrationList} */
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

/** Connects to temporary databases. */
class TemporaryDatabaseFactory extends PrismaPg {
  #url
  #pool

  /** @param {string} url */
  constructor(url) {
    const pool = new Pool({ connectionString: url, max: 2, options: '-c TimeZone=UTC' })
    super(pool, { schema: 'public' })
    this.#url = url
    this.#pool = pool
  }

  /** @override */
  async connect() {
    const adapter = supportCatalogTypes(await super.connect())
    const startTransaction = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolationLevel) => supportCatalogTypes(await startTransaction(isolationLevel))
    // The adapter splits scripts at every semicolon, also inside functions and strings.
    adapter.executeScript = async (/** @type {string} */ script) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }

  /**
   * The adapter would use the database of the URL itself, which the engine then empties.
   *
   * @override
   */
  async connectToShadowDb() {
    const admin = new Client({ connectionString: this.#url })
    await admin.connect()
    const name = `draft_${crypto.randomUUID().replaceAll('-', '')}`
    await admin.query(`CREATE DATABASE ${name}`)
    const url = new URL(this.#url)
    url.pathname = `/${name}`
    const factory = new TemporaryDatabaseFactory(url.href)
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

/** Types of PostgreSQL's catalogue that the adapter does not know, with known ones of the same text format. */
const CHAR = 18
const TEXT = 25
const NAME_ARRAY = 1003
const CHAR_ARRAY = 1002
const TEXT_ARRAY = 1009
const SUBSTITUTES = new Map([
  [CHAR, TEXT],
  [NAME_ARRAY, TEXT_ARRAY],
  [CHAR_ARRAY, TEXT_ARRAY],
])
/** The adapter's type of a single character, which the engine requires for `"char"`. */
const CHARACTER_COLUMN = 6

/**
 * @typedef {{ name: string, dataTypeID: number }} Field
 * @typedef {object} Internals of the adapter's classes, which the types hide
 * @property {(query: unknown) => Promise<{ fields: Field[], rows: unknown[] }>} performIO
 * @property {unknown} pgOptions
 */

/**
 * @template {Pick<Adapter, 'queryRaw'>} T
 * @param {T} queryable
 * @returns {T}
 */
function supportCatalogTypes(queryable) {
  const internals = /** @type {Internals} */ (/** @type {unknown} */ (queryable))
  const performIO = internals.performIO.bind(queryable)
  const queryRaw = queryable.queryRaw
  queryable.queryRaw = async (query) => {
    const { fields, rows } = await performIO(query)
    const readable = fields.map((field) => ({
      ...field,
      name: field.name,
      dataTypeID: SUBSTITUTES.get(field.dataTypeID) ?? field.dataTypeID,
    }))
    const io = { performIO: async () => ({ fields: readable, rows }), pgOptions: internals.pgOptions }
    const result = await queryRaw.call(/** @type {T} */ (/** @type {unknown} */ (io)), query)
    for (const [index, field] of fields.entries())
      if (field.dataTypeID === CHAR) result.columnTypes[index] = CHARACTER_COLUMN
    return result
  }
  return queryable
}
