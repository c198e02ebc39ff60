import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { parseEnv } from 'node:util'
import { Refusal, ROOT } from './checkout.mjs'
import { openDataFolder } from './data-folder.mjs'
import { readOwnerUrl } from './database.mjs'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'
import { isLoopback, isPublic, parseHost } from './listening.mjs'
import { withLock } from './process-lock.mjs'
import { closeDatabase, ensureServiceRole, SERVICE_ROLE } from './service-role.mjs'

/** As `process.loadEnvFile`, which reads a byte order mark as a part of the first name. */
function loadEnvFile(file) {
  if (!fs.existsSync(file)) return
  const variables = parseEnv(fs.readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  for (const [name, value] of Object.entries(variables)) process.env[name] ??= value
}

/**
 * @typedef {object} LocalEnvironment
 * @property {string} dataDir absolute
 * @property {number} port
 * @property {string} host where the web server listens: an IP address or `localhost`
 * @property {boolean} isLoopback whether that is this machine alone
 * @property {boolean} isPublic whether others can reach the service, through a proxy too
 * @property {Record<string, string | undefined>} variables for the commands that are started; DATABASE_URL may still be absent
 * @property {string} postgresPassword of the embedded database's owner
 * @property {string} servicePassword of the role that the service has there
 */

/**
 * What a command on this machine runs with: the environment, then `.env` of the checkout, then what is generated once and kept.
 *
 * @returns {Promise<LocalEnvironment>}
 * @throws {Refusal} for a PORT, a HOST or a LOG_TO that is none
 */
export async function localEnvironment() {
  const dataDir = dataFolder()
  const secrets = await withLock(path.join(dataDir, 'secrets.lock'), async () => keptSecrets(dataDir))
  const port = parsePort(process.env.PORT || '3000')
  const host = parseHost(process.env.HOST)
  if (!['', 'file', 'stdout'].includes(process.env.LOG_TO ?? ''))
    throw new Refusal(`LOG_TO is ${process.env.LOG_TO}. It must be file (service.log in DATA_DIR) or stdout.`)
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
  // An empty address is worse than none: sign-in takes it for one and fails.
  if (!variables.NEXTAUTH_URL) delete variables.NEXTAUTH_URL
  return {
    dataDir,
    port,
    host,
    isLoopback: isLoopback(host),
    isPublic: isPublic(host, variables.NEXTAUTH_URL),
    variables,
    postgresPassword: secrets.postgresPassword,
    servicePassword: secrets.servicePassword,
  }
}

/**
 * @returns {string} the data folder, which is there from now on
 * @throws {Refusal} for one that cannot be used
 */
export function dataFolder() {
  loadEnvFile(path.join(ROOT, '.env'))
  const folder = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  openDataFolder(folder)
  return folder
}

/**
 * Opens the database that the environment names, or the embedded one, and completes `variables` with the address for the service.
 * The owner's address is for the migrations alone, and not among the variables: what the service does not know it cannot lose.
 *
 * @param {LocalEnvironment} environment
 * @returns {Promise<{ ownerUrl: string, isAlive: () => boolean, stop: () => Promise<void>, kill: () => void }>}
 */
export async function openDatabase(environment) {
  const { variables, dataDir, postgresPassword, servicePassword } = environment
  const ownerUrl = readOwnerUrl(variables)
  // Set to nothing rather than left out: Next fills in from `.env` what is not there at all.
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

/** Also for a data folder from the time when the service was the superuser. */
async function serviceUrl(server, password) {
  await ensureServiceRole(server.adminUrl, { password })
  await closeDatabase(server.adminUrl, null)
  await closeDatabase(server.url, SERVICE_ROLE)
  const url = new URL(server.url)
  url.username = SERVICE_ROLE
  url.password = password
  return url.href
}

function keptSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const fresh = () => crypto.randomBytes(32).toString('base64url')
  const secrets = {
    appSecret: fresh(),
    nextAuthSecret: fresh(),
    postgresPassword: fresh(),
    servicePassword: fresh(),
    ...kept,
  }
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  return secrets
}

function parsePort(text) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`PORT is ${text}, which is not a port from 1 to 65535.`)
  return port
}
