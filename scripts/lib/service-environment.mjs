import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { ensurePrivateDataFolder } from './data-folder.mjs'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'
import { isLoopback, isReachableByOthers, parseHost } from './listen-host.mjs'
import { OperatorError, ROOT } from './operator-error.mjs'
import { readMigrationUrl } from './prepare-database.mjs'
import { withLock } from './process-lock.mjs'
import { ensureServiceDatabaseRole, revokePublicAccess, SERVICE_DATABASE_ROLE } from './service-database-role.mjs'

/**
 * Like `process.loadEnvFile`, but without a byte order mark in the first name.
 *
 * @param {string} file
 */
function loadEnvFile(file) {
  if (!fs.existsSync(file)) return
  const variables = parseEnv(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
}

/**
 * @typedef {object} ServiceEnvironment
 * @property {string} dataDir absolute
 * @property {number} port
 * @property {string} host the address that the web server listens on: an IP address or `localhost`
 * @property {boolean} isLoopback whether `host` is a loopback address
 * @property {boolean} isPublic whether the service can be reached from other machines, also through a proxy
 * @property {Record<string, string | undefined>} variables for child processes; without DATABASE_URL until `openDatabase`
 * @property {string} postgresPassword of the owner of the embedded database
 * @property {string} servicePassword of the service's role in the embedded database
 */

/**
 * Reads the settings of a command: from the environment, from `.env`, and secrets that are generated once.
 *
 * @returns {Promise<ServiceEnvironment>}
 * @throws {OperatorError} for an invalid PORT, HOST or LOG_TO
 */
export async function loadServiceEnvironment() {
  const dataDir = ensureConfiguredDataFolder()
  const secrets = await withLock(path.join(dataDir, 'secrets.lock'), async () => readOrCreateSecrets(dataDir))
  const port = parsePort(process.env.PORT || '3000')
  const host = parseHost(process.env.HOST)
  if (!['', 'file', 'stdout'].includes(process.env.LOG_TO ?? ''))
    throw new OperatorError(`LOG_TO is ${process.env.LOG_TO}. It must be file (service.log in DATA_DIR) or stdout.`)
  /** @type {Record<string, string | undefined>} */
  const variables = {
    ...process.env,
    DATA_DIR: dataDir,
    HOST: host,
    PORT: String(port),
    APP_SECRET: process.env.APP_SECRET || secrets.appSecret,
    APP_SECRETS_ACCEPTED: process.env.APP_SECRETS_ACCEPTED || secrets.appSecretsAccepted?.join(','),
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || secrets.nextAuthSecret,
    NEXT_TELEMETRY_DISABLED: '1',
  }
  // Sign-in fails with an empty address.
  if (!variables.NEXTAUTH_URL) delete variables.NEXTAUTH_URL
  return {
    dataDir,
    port,
    host,
    isLoopback: isLoopback(host),
    isPublic: isReachableByOthers(host, variables.NEXTAUTH_URL),
    variables,
    postgresPassword: secrets.postgresPassword,
    servicePassword: secrets.servicePassword,
  }
}

/**
 * @returns {string} the data folder, created if absent
 * @throws {OperatorError} if it cannot be used
 */
export function ensureConfiguredDataFolder() {
  loadEnvFile(path.join(ROOT, '.env'))
  const folder = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  ensurePrivateDataFolder(folder)
  return folder
}

/**
 * Opens the database of the environment, or starts the embedded one, and sets DATABASE_URL in `variables`. The owner's connection string
 * is only for migrations, and removed from the variables.
 *
 * @param {ServiceEnvironment} environment
 * @returns {Promise<{ ownerUrl: string, isAlive: () => boolean, stop: () => Promise<void>, kill: () => void }>}
 */
export async function ensureDatabaseRunning(environment) {
  const { variables, dataDir, postgresPassword, servicePassword } = environment
  const ownerUrl = readMigrationUrl(variables) ?? ''
  // Empty, not deleted: Next reads absent variables from `.env`.
  variables.MIGRATE_DATABASE_URL = ''
  if (variables.DATABASE_URL) return { ownerUrl, isAlive: () => true, stop: async () => {}, kill: () => {} }

  const server = await startEmbeddedPostgres({ folder: dataDir, password: postgresPassword })
  try {
    variables.DATABASE_URL = await serviceUrl(server, servicePassword)
  } catch (error) {
    await server.stop()
    throw error
  }
  variables.DIRECT_URL = ''
  return { ...server, ownerUrl: server.url }
}

/**
 * Creates the service's role, also in data folders of versions whose service was the superuser.
 *
 * @param {import('./embedded-postgres.mjs').EmbeddedPostgres} server
 * @param {string} password
 */
async function serviceUrl(server, password) {
  await ensureServiceDatabaseRole(server.adminUrl, { password })
  await revokePublicAccess(server.adminUrl, null)
  await revokePublicAccess(server.url, SERVICE_DATABASE_ROLE)
  const url = new URL(server.url)
  url.username = SERVICE_DATABASE_ROLE
  url.password = password
  return url.href
}

/**
 * @param {string} dataDir
 * @returns {{ appSecret: string, appSecretsAccepted?: string[], nextAuthSecret: string, postgresPassword: string, servicePassword: string }}
 */
function readOrCreateSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const existing = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const fresh = () => crypto.randomBytes(32).toString('base64url')
  const secrets = {
    appSecret: fresh(),
    nextAuthSecret: fresh(),
    postgresPassword: fresh(),
    servicePassword: fresh(),
    ...existing,
  }
  if (Object.keys(existing).length < Object.keys(secrets).length) {
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  return secrets
}

/** @param {string} text */
function parsePort(text) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new OperatorError(`PORT is ${text}, which is not a port from 1 to 65535.`)
  return port
}
