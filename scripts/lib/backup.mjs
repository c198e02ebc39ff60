import fs from 'node:fs'
import path from 'node:path'
import { readArguments } from './arguments.mjs'
import { FORMAT, readBackup, readHeader, writeBackup } from './backup-file.mjs'
import { Refusal, ROOT } from './checkout.mjs'
import { prepareDatabase } from './database.mjs'
import { dumpTables, inOwnTransaction, loadTables } from './database-dump.mjs'
import { dataFolder, localEnvironment, openDatabase } from './local-env.mjs'
import { applyMigrations, listMigrations, requireMigrations } from './migrate.mjs'

/** What the operator's command line runs here instead of in the service: it must not need a service, or a database that has one. */
export const BACKUP_COMMANDS = { backup: runBackup, restore: runRestore }

async function runBackup(args) {
  const file = fileOf('backup', args)
  const environment = await localEnvironment()
  const database = await openDatabase(environment)
  try {
    return await backUp(file, { ownerUrl: database.ownerUrl, variables: environment.variables })
  } finally {
    await database.stop()
  }
}

async function runRestore(args) {
  const file = fileOf('restore', args)
  const { secrets } = await readHeader(file)
  restoreSecrets(secrets)
  const environment = await localEnvironment()
  const database = await openDatabase(environment)
  try {
    const restored = await restore(file, {
      ownerUrl: database.ownerUrl,
      serviceUrl: environment.variables.DATABASE_URL,
      directUrl: environment.variables.DIRECT_URL,
      variables: environment.variables,
    })
    return { ...restored, dataDir: environment.dataDir }
  } finally {
    await database.stop()
  }
}

/** Named from where the operator stands. */
function fileOf(name, args) {
  const usage = `Usage: ${name} --file FILE`
  const { values } = readArguments(usage, { args, options: { file: { type: 'string' } } })
  if (!values.file) throw new Refusal(`Add --file. ${usage}`)
  return path.resolve(String(values.file))
}

/**
 * Writes all rows, as of one moment, and the secrets without which some of them cannot be read. The service may run meanwhile.
 *
 * @param {string} file
 * @param {{ ownerUrl: string, variables: Record<string, string | undefined> }} service
 * @returns {Promise<{ file: string, tables: number, rows: number, bytes: number }>}
 */
export async function backUp(file, { ownerUrl, variables }) {
  const count = { tables: 0, rows: 0 }
  await inOwnTransaction(ownerUrl, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async (client) => {
    const migrations = await listMigrations(client)
    if (migrations.length === 0)
      throw new Refusal('There is nothing to back up: the service has never been started here.')
    await writeBackup(
      file,
      (async function* () {
        yield {
          format: FORMAT,
          version: packageVersion(),
          createdAt: new Date().toISOString(),
          migrations,
          secrets: {
            appSecret: variables.APP_SECRET,
            appSecretsAccepted: (variables.APP_SECRETS_ACCEPTED ?? '').split(',').flatMap((one) => one.trim() || []),
            nextAuthSecret: variables.NEXTAUTH_SECRET,
          },
        }
        for await (const line of dumpTables(client)) {
          if (line.table !== undefined) count.tables += 1
          if (line.row !== undefined) count.rows += 1
          yield line
        }
      })(),
    )
  })
  return { file, ...count, bytes: fs.statSync(file).size }
}

/**
 * Fills an empty database with a backup, as a whole or not at all, and brings it to this version.
 *
 * @param {string} file
 * @param {{ ownerUrl: string, serviceUrl: string | undefined, directUrl?: string, variables: Record<string, string | undefined> }} service
 * @returns {Promise<{ file: string, createdAt: string, tables: number, rows: number }>}
 * @throws {Refusal} for a database that has organizations or accounts, or a backup of a newer version
 */
export async function restore(file, { ownerUrl, serviceUrl, directUrl, variables }) {
  const { createdAt, migrations, version } = await readHeader(file)
  requireMigrations(migrations, version)
  await refuseUnfit(ownerUrl, migrations)
  await applyMigrations(ownerUrl, { only: migrations })
  const loaded = await inOwnTransaction(ownerUrl, '', async (client) => loadTables(client, tablesOf(file)))
  await prepareDatabase({ ownerUrl, serviceUrl, directUrl, variables })
  return { file, createdAt, ...loaded }
}

async function* tablesOf(file) {
  let isHeader = true
  for await (const line of readBackup(file)) {
    if (!isHeader) yield line
    isHeader = false
  }
}

async function refuseUnfit(ownerUrl, migrations) {
  await inOwnTransaction(ownerUrl, 'READ ONLY', async (client) => {
    const present = await listMigrations(client)
    const isFilled = async (table) => (await client.query(`SELECT FROM ${table} LIMIT 1`)).rowCount > 0
    if (present.length > 0 && ((await isFilled('organization')) || (await isFilled('"user"'))))
      throw new Refusal(
        'This database is in use already: there are organizations or accounts in it. A backup is restored into an empty DATA_DIR or database.',
      )
    if (present.some((name) => !migrations.includes(name)))
      throw new Refusal(
        'This database has the tables of a newer version than the backup. A backup is restored into an empty DATA_DIR or database.',
      )
  })
}

/** The secrets are kept where the service generates them. What the environment sets wins, and must be the same. */
function restoreSecrets({ appSecret, appSecretsAccepted, nextAuthSecret }) {
  const file = path.join(dataFolder(), 'secrets.json')
  const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  if (!process.env.APP_SECRET && kept.appSecret !== undefined && kept.appSecret !== appSecret)
    throw new Refusal(
      `${file} has the secrets of another service. A backup is restored into an empty DATA_DIR, or with APP_SECRET set to the one of the backup.`,
    )
  const secrets = {
    ...kept,
    appSecret,
    ...(appSecretsAccepted.length > 0 ? { appSecretsAccepted } : {}),
    nextAuthSecret: kept.nextAuthSecret ?? nextAuthSecret,
  }
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

function packageVersion() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version
}
