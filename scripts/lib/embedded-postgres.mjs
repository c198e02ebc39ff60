import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Refusal } from './checkout.mjs'
import { findBinaries } from './postgres-binaries.mjs'
import { createCluster } from './postgres-cluster.mjs'
import { holders, lease } from './postgres-leases.mjs'
import { connectionUrl, knock, launch, runningServer, START_TIMEOUT_MS, stopServer } from './postgres-server.mjs'
import { withLock } from './process-lock.mjs'
import { isRunning, send } from './processes.mjs'

/** Below the range that systems hand out for outgoing connections, so that none of those is in the way. */
const FIRST_PORT = 25_432

/**
 * @typedef {object} EmbeddedPostgres
 * @property {string} url of the database
 * @property {string} adminUrl of the database `postgres`, for creating others
 * @property {number} port
 * @property {boolean} attached whether it ran already
 * @property {() => boolean} isAlive
 * @property {() => Promise<void>} stop lets go of it; it ends with the last process that uses it, whoever started it
 * @property {() => void} kill the same at once and without waiting
 */

/**
 * Starts the PostgreSQL that npm installed, or joins the one that already runs on the same folder: one that a killed process left
 * behind, or one that another command uses right now. Listens on loopback only, in UTC, and logs to `postgres.log` in the folder.
 *
 * @param {object} options
 * @param {string} options.folder holds the cluster, its log and who uses it
 * @param {string} options.password of the user `app`; fixed by the first start
 * @param {number} [options.port] without it the port of last time, or the next that is free
 * @param {string} [options.database] created when absent
 * @param {Record<string, string | number>} [options.settings] for postgresql.conf
 * @returns {Promise<EmbeddedPostgres>}
 * @throws {Refusal} with a sentence for the operator
 */
export async function startEmbeddedPostgres({ folder, password, port, database = 'app', settings = {} }) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const place = clusterPlace(fs.realpathSync(folder))
  return withLock(place.lock, async () => {
    const release = lease(place.leases)
    try {
      await createCluster(place, password)
      const found = await join(place, password)
      const server = found ?? (await start(place, { password, port, settings }))
      await createDatabase(connectionUrl(server.port, password, 'postgres'), database)
      return handle(place, server, { password, database, release, attached: found !== null })
    } catch (error) {
      release()
      const left = runningServer(place)
      if (left && holders(place.leases) === 0) await stopServer(left)
      throw error
    }
  })
}

function clusterPlace(folder) {
  return {
    cluster: path.join(folder, 'postgres'),
    pidFile: path.join(folder, 'postgres/postmaster.pid'),
    log: path.join(folder, 'postgres.log'),
    lock: path.join(folder, 'postgres.lock'),
    leases: path.join(folder, 'postgres-users'),
    port: path.join(folder, 'postgres-port'),
  }
}

function handle(place, server, { password, database, release, attached }) {
  let stopping
  return {
    url: connectionUrl(server.port, password, database),
    adminUrl: connectionUrl(server.port, password, 'postgres'),
    port: server.port,
    attached,
    isAlive: () => isRunning(server),
    stop() {
      stopping ??= withLock(place.lock, async () => {
        release()
        if (holders(place.leases) === 0) await stopServer(server)
      })
      return stopping
    },
    kill() {
      release()
      if (holders(place.leases) === 0 && isRunning(server)) send(server.pid, 'SIGQUIT')
    },
  }
}

/** @returns {Promise<{ pid: number, identity: string, port: number } | null>} the server that already runs on the cluster */
async function join(place, password) {
  const until = Date.now() + START_TIMEOUT_MS
  for (let server = runningServer(place); server; server = runningServer(place)) {
    const answer = server.port ? await knock(server.port, password) : 'silent'
    if (answer === place.cluster) return server
    if (answer === 'refused')
      throw new Refusal(
        `PostgreSQL already runs on ${place.cluster}, but with a different password from the one it is given now.`,
      )
    if (Date.now() > until)
      throw new Refusal(
        `PostgreSQL (process ${server.pid}) runs on ${place.cluster} but is not responding. See ${place.log}.`,
      )
    await sleep(50)
  }
  // What is left names a process that is dead, or a stranger that was given its number.
  fs.rmSync(place.pidFile, { force: true })
  return null
}

async function start(place, { password, port, settings }) {
  const binaries = await findBinaries(place.cluster)
  const until = Date.now() + START_TIMEOUT_MS
  let candidate = port ?? savedPort(place)
  for (;;) {
    const outcome = (await isTaken(candidate))
      ? 'port taken'
      : await launch(place, { binaries, password, port: candidate, settings })
    if (typeof outcome === 'object') {
      fs.writeFileSync(place.port, `${candidate}\n`)
      return outcome
    }
    if (outcome === 'port taken') {
      if (port !== undefined) throw new Refusal(`Port ${port}, given for PostgreSQL, is in use by another program.`)
      candidate += 1
    } else await sleep(200)
    if (Date.now() > until)
      throw new Refusal(`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} seconds. See ${place.log}.`)
  }
}

function savedPort(place) {
  if (!fs.existsSync(place.port)) return FIRST_PORT
  return Number(fs.readFileSync(place.port, 'utf8')) || FIRST_PORT
}

function isTaken(port) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

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
