import fs from 'node:fs'
import path from 'node:path'
import { BACKUP_FORMAT_VERSION, readBackup, readBackupHeader, writeBackup } from './backup-file.mjs'
import { restoreTables, runInTransaction, streamDumpLines } from './database-dump.mjs'
import { applyMigrations, listAppliedMigrations, requireSupportedBackup } from './migrate.mjs'
import { OperatorError, ROOT } from './operator-error.mjs'
import { parseArguments } from './parse-arguments.mjs'
import { prepareDatabase } from './prepare-database.mjs'
import { ensureConfiguredDataFolder, ensureDatabaseRunning, loadServiceEnvironment } from './service-environment.mjs'

/** Commands of the operator that run without the service, and on an empty database. */
export const BACKUP_COMMANDS = { backup: runBackup, restore: runRestore }

/** @param {string[]} args */
async function runBackup(args) {
  const file = parseFileOption('backup', args)
  const environment = await loadServiceEnvironment()
  const database = await ensureDatabaseRunning(environment)
  try {
    return await createBackup(file, { ownerUrl: database.ownerUrl, variables: environment.variables })
  } finally {
    await database.stop()
  }
}

/** @param {string[]} args */
async function runRestore(args) {
  const file = parseFileOption('restore', args)
  const { secrets } = await readBackupHeader(file)
  restoreSecrets(secrets)
  const environment = await loadServiceEnvironment()
  const database = await ensureDatabaseRunning(environment)
  try {
    const restored = await restoreBackup(file, {
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

/**
 * @param {string} name of the command
 * @param {string[]} args
 * @returns {string} resolved against the operator's working directory
 */
function parseFileOption(name, args) {
  const usage = `Usage: ${name} --file FILE`
  const { values } = parseArguments(usage, { args, options: { file: { type: 'string' } } })
  if (!values.file) throw new OperatorError(`Add --file. ${usage}`)
  return path.resolve(String(values.file))
}

/**
 * Writes all rows of one snapshot, and the secrets that some of them are encrypted with. The service may be running.
 *
 * @param {string} file
 * @param {{ ownerUrl: string, variables: Record<string, string | undefined> }} service
 * @returns {Promise<{ file: string, tables: number, rows: number, bytes: number }>}
 */
export async function createBackup(file, { ownerUrl, variables }) {
  const count = { tables: 0, rows: 0 }
  await runInTransaction(ownerUrl, 'ISOLATION LEVEL REPEATABLE READ READ ONLY', async (client) => {
    const migrations = await listAppliedMigrations(client)
    if (migrations.length === 0)
      throw new OperatorError('There is nothing to back up: the service has never been started here.')
    await writeBackup(
      file,
      (async function* () {
        /** @type {import('./backup-file.mjs').BackupHeader} */
        const header = {
          format: BACKUP_FORMAT_VERSION,
          version: packageVersion(),
          createdAt: new Date().toISOString(),
          migrations,
          secrets: {
            appSecret: variables.APP_SECRET,
            appSecretsAccepted: (variables.APP_SECRETS_ACCEPTED ?? '').split(',').flatMap((one) => one.trim() || []),
            nextAuthSecret: variables.NEXTAUTH_SECRET,
          },
        }
        yield header
        for await (const line of streamDumpLines(client)) {
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
 * Restores a backup into an empty database in one transaction, and migrates it to this version.
 *
 * @param {string} file
 * @param {{ ownerUrl: string, serviceUrl: string | undefined, directUrl?: string | undefined, variables: Record<string, string | undefined> }} service
 * @returns {Promise<{ file: string, createdAt: string, tables: number, rows: number }>}
 * @throws {OperatorError} for a database that has organizations or accounts, or a backup of a newer version
 */
export async function restoreBackup(file, { ownerUrl, serviceUrl, directUrl, variables }) {
  const { createdAt, migrations, version } = await readBackupHeader(file)
  requireSupportedBackup(migrations, version)
  await requireEmptyDatabase(ownerUrl, migrations)
  await applyMigrations(ownerUrl, { only: migrations })
  const loaded = await runInTransaction(ownerUrl, '', async (client) => restoreTables(client, readTables(file)))
  await prepareDatabase({ ownerUrl, serviceUrl, directUrl, variables })
  return { file, createdAt, ...loaded }
}

/**
 * @param {string} file
 * @returns {AsyncGenerator<import('./database-dump.mjs').DumpLine>}
 */
async function* readTables(file) {
  let isHeader = true
  for await (const line of readBackup(file)) {
    if (!isHeader) yield/** @type {import('./database-dump.mjs').DumpLine} */ (line)
    isHeader = false
  }
}

/**
 * @param {string} ownerUrl
 * @param {string[]} migrations of the backup
 */
async function requireEmptyDatabase(ownerUrl, migrations) {
  await runInTransaction(ownerUrl, 'READ ONLY', async (client) => {
    const present = await listAppliedMigrations(client)
    const isFilled = async (/** @type {string} */ table) =>
      (await client.query(`SELECT FROM ${table} LIMIT 1`)).rows.length > 0
    if (present.length > 0 && ((await isFilled('organization')) || (await isFilled('"user"'))))
      throw new OperatorError(
        'This database is in use already: there are organizations or accounts in it. A backup is restored into an empty DATA_DIR or database.',
      )
    if (present.some((name) => !migrations.includes(name)))
      throw new OperatorError(
        'This database has the tables of a newer version than the backup. A backup is restored into an empty DATA_DIR or database.',
      )
  })
}

/**
 * Writes the secrets of a backup to secrets.json. Variables of the environment take precedence, and must be the same.
 *
 * @param {import('./backup-file.mjs').BackupHeader['secrets']} secrets
 */
function restoreSecrets({ appSecret, appSecretsAccepted, nextAuthSecret }) {
  const file = path.join(ensureConfiguredDataFolder(), 'secrets.json')
  const existing = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  if (!process.env.APP_SECRET && existing.appSecret !== undefined && existing.appSecret !== appSecret)
    throw new OperatorError(
      `${file} has the secrets of another service. A backup is restored into an empty DATA_DIR, or with APP_SECRET set to the one of the backup.`,
    )
  const secrets = {
    ...existing,
    appSecret,
    ...(appSecretsAccepted.length > 0 ? { appSecretsAccepted } : {}),
    nextAuthSecret: existing.nextAuthSecret ?? nextAuthSecret,
  }
  fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(`${file}.new`, file)
}

function packageVersion() {
  return JSON.parse(fs.readFileSync(path.join(ROOT, 'package.json'), 'utf8')).version
}
