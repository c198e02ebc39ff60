import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { OperatorError } from './operator-error.mjs'
import { preparePostgresPrograms } from './postgres-binaries.mjs'
import { createCluster } from './postgres-cluster.mjs'
import { acquireLease, countLeases } from './postgres-leases.mjs'
import {
  buildPostgresUrl,
  findRunningServer,
  launchServer,
  readServerDataFolder,
  START_TIMEOUT_MS,
  stopServer,
} from './postgres-server.mjs'
import { withLock } from './process-lock.mjs'
import { isRunning, sendProcessSignal } from './running-processes.mjs'

/** Below the ephemeral ports, so that no outgoing connection uses it. */
const FIRST_PORT = 25_432

/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url of the database
 * @property {string} adminUrl of the database `postgres`, for creating others
 * @property {number} port
 * @property {boolean} attached whether it was running already
 * @property {() => boolean} isAlive
 * @property {() => Promise<void>} stop releases this process's lease; the server stops with the last one
 * @property {() => void} kill the same immediately
 */

/**
 * @typedef {object} ClusterPaths
 * @property {string} cluster data folder of PostgreSQL
 * @property {string} pidFile
 * @property {string} log
 * @property {string} lock
 * @property {string} leases
 * @property {string} port
 */
/** @typedef {import('./postgres-server.mjs').Server} Server */

/**
 * Starts the PostgreSQL of the npm package, or attaches to one that runs on the same folder, started by another process that may have been
 * killed. Listens on loopback only, in UTC, and logs to `postgres.log` in the folder.
 *
 * @param {object} options
 * @param {string} options.folder of the cluster, its log and its leases
 * @param {string} options.password of the user `app`; fixed by the first start
 * @param {number} [options.port] by default the port of the last start, or the next free one
 * @param {string} [options.database] created when absent
 * @param {Record<string, string | number>} [options.settings] for postgresql.conf
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {OperatorError} with a sentence for the operator
 */
export async function startEmbeddedPostgres({ folder, password, port, database = 'app', settings = {} }) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const paths = clusterPaths(fs.realpathSync(folder))
  return withLock(paths.lock, async () => {
    const release = acquireLease(paths.leases)
    try {
      await createCluster(paths, password)
      const running = await attach(paths, password)
      const server = running ?? (await start(paths, { password, port, settings }))
      await createDatabase(buildPostgresUrl(server.port, password, 'postgres'), database)
      return createHandle(paths, server, { password, database, release, attached: running !== null })
    } catch (error) {
      release()
      const leftover = findRunningServer(paths)
      if (leftover && countLeases(paths.leases) === 0) await stopServer(leftover)
      throw error
    }
  })
}

/**
 * @param {string} folder
 * @returns {ClusterPaths}
 */
function clusterPaths(folder) {
  return {
    cluster: path.join(folder, 'postgres'),
    pidFile: path.join(folder, 'postgres/postmaster.pid'),
    log: path.join(folder, 'postgres.log'),
    lock: path.join(folder, 'postgres.lock'),
    leases: path.join(folder, 'postgres-users'),
    port: path.join(folder, 'postgres-port'),
  }
}

/**
 * @param {ClusterPaths} paths
 * @param {Server} server
 * @param {{ password: string, database: string, release: () => void, attached: boolean }} options
 * @returns {EmbeddedPostgres}
 */
function createHandle(paths, server, { password, database, release, attached }) {
  /** @type {Promise<void> | undefined} */
  let stopping
  return {
    url: buildPostgresUrl(server.port, password, database),
    adminUrl: buildPostgresUrl(server.port, password, 'postgres'),
    port: server.port,
    attached,
    isAlive: () => isRunning(server),
    stop() {
      stopping ??= withLock(paths.lock, async () => {
        release()
        if (countLeases(paths.leases) === 0) await stopServer(server)
      })
      return stopping
    },
    kill() {
      release()
      if (countLeases(paths.leases) === 0 && isRunning(server)) sendProcessSignal(server.pid, 'SIGQUIT')
    },
  }
}

/**
 * @param {ClusterPaths} paths
 * @param {string} password
 * @returns {Promise<Server | null>} the server that already runs on the cluster
 */
async function attach(paths, password) {
  const until = Date.now() + START_TIMEOUT_MS
  for (let server = findRunningServer(paths); server; server = findRunningServer(paths)) {
    const answer = server.port ? await readServerDataFolder(server.port, password) : 'silent'
    if (answer === paths.cluster) return server
    if (answer === 'refused')
      throw new OperatorError(
        `PostgreSQL already runs on ${paths.cluster}, but with a different password from the one it is given now.`,
      )
    if (Date.now() > until)
      throw new OperatorError(
        `PostgreSQL (process ${server.pid}) runs on ${paths.cluster} but is not responding. See ${paths.log}.`,
      )
    await sleep(50)
  }
  // The remaining file names a dead process, or another one with its number.
  fs.rmSync(paths.pidFile, { force: true })
  return null
}

/**
 * @param {ClusterPaths} paths
 * @param {{ password: string, port: number | undefined, settings: Record<string, string | number> }} options
 * @returns {Promise<Server>}
 */
async function start(paths, { password, port, settings }) {
  const binaries = await preparePostgresPrograms(paths.cluster)
  const until = Date.now() + START_TIMEOUT_MS
  let candidate = port ?? readSavedPort(paths)
  for (;;) {
    const outcome = (await isPortTaken(candidate))
      ? 'port taken'
      : await launchServer(paths, { binaries, password, port: candidate, settings })
    if (typeof outcome === 'object') {
      fs.writeFileSync(paths.port, `${candidate}\n`)
      return outcome
    }
    if (outcome === 'port taken') {
      if (port !== undefined)
        throw new OperatorError(`Port ${port}, given for PostgreSQL, is in use by another program.`)
      candidate += 1
    } else await sleep(200)
    if (Date.now() > until)
      throw new OperatorError(`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} seconds. See ${paths.log}.`)
  }
}

/** @param {ClusterPaths} paths */
function readSavedPort(paths) {
  if (!fs.existsSync(paths.port)) return FIRST_PORT
  return Number(fs.readFileSync(paths.port, 'utf8')) || FIRST_PORT
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isPortTaken(port) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

/**
 * @param {string} adminUrl
 * @param {string} name
 */
async function createDatabase(adminUrl, name) {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
