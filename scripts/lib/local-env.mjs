import crypto from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { Refusal, ROOT } from './checkout.mjs'
import { startEmbeddedPostgres } from './embedded-postgres.mjs'
import { withLock } from './process-lock.mjs'

/**
 * @typedef {object} LocalEnvironment
 * @property {string} dataDir absolute
 * @property {number} port
 * @property {Record<string, string | undefined>} variables for the commands that are started; DATABASE_URL may still be absent
 * @property {string} postgresPassword of the embedded database
 */

/**
 * What a command on this machine runs with: the environment, then `.env` of the checkout, then what is generated once and kept.
 *
 * @returns {Promise<LocalEnvironment>}
 * @throws {Refusal} for a PORT that is none
 */
export async function localEnvironment() {
  const file = path.join(ROOT, '.env')
  if (fs.existsSync(file)) process.loadEnvFile(file)
  const dataDir = path.resolve(ROOT, process.env.DATA_DIR || '.data')
  fs.mkdirSync(dataDir, { recursive: true })
  const secrets = await withLock(path.join(dataDir, 'secrets.lock'), async () => keptSecrets(dataDir))
  const port = portOf(process.env.PORT || '3000')
  const variables = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    APP_SECRET: process.env.APP_SECRET || secrets.appSecret,
    NEXTAUTH_SECRET: process.env.NEXTAUTH_SECRET || secrets.nextAuthSecret,
    AUTH_TRUST_HOST: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  }
  // An empty address is worse than none: sign-in takes it for one and fails.
  if (!variables.NEXTAUTH_URL) delete variables.NEXTAUTH_URL
  return { dataDir, port, variables, postgresPassword: secrets.postgresPassword }
}

/**
 * Opens the database that the environment names, or the embedded one, and completes `variables` with its address.
 *
 * @param {LocalEnvironment} environment
 * @returns {Promise<{ url: string, isAlive: () => boolean, stop: () => Promise<void>, kill: () => void }>}
 */
export async function openDatabase(environment) {
  const { variables, dataDir, postgresPassword } = environment
  if (variables.DATABASE_URL) return foreignDatabase(variables.DIRECT_URL || variables.DATABASE_URL)
  const server = await startEmbeddedPostgres({ folder: dataDir, password: postgresPassword })
  variables.DATABASE_URL = server.url
  delete variables.DIRECT_URL
  return server
}

function foreignDatabase(url) {
  return { url, isAlive: () => true, stop: async () => {}, kill: () => {} }
}

function keptSecrets(dataDir) {
  const file = path.join(dataDir, 'secrets.json')
  const kept = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {}
  const fresh = () => crypto.randomBytes(32).toString('base64url')
  const secrets = { appSecret: fresh(), nextAuthSecret: fresh(), postgresPassword: fresh(), ...kept }
  if (Object.keys(kept).length < Object.keys(secrets).length) {
    fs.writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    fs.renameSync(`${file}.new`, file)
  }
  return secrets
}

function portOf(text) {
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`PORT is ${text}, which is no port from 1 to 65535.`)
  return port
}
