import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Refusal } from './checkout.mjs'
import { findBinaries } from './postgres-binaries.mjs'
import { holders, lease } from './postgres-leases.mjs'
import { withLock } from './process-lock.mjs'
import { commandLineOf, isRunning, remember, send, stop } from './processes.mjs'

const USER = 'app'
/** Below the range that systems hand out for outgoing connections, so that none of those is in the way. */
const FIRST_PORT = 25_432
const START_TIMEOUT_MS = 60_000

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
  fs.mkdirSync(folder, { recursive: true })
  const place = placeOf(fs.realpathSync(folder))
  return withLock(place.lock, async () => {
    const release = lease(place.leases)
    try {
      await createCluster(place, password)
      const found = await join(place, password)
      const server = found ?? (await start(place, { password, port, settings }))
      await createDatabase(urlOf(server.port, password, 'postgres'), database)
      return handle(place, server, { password, database, release, attached: found !== null })
    } catch (error) {
      release()
      const left = runningServer(place)
      if (left && holders(place.leases) === 0) await stopServer(left)
      throw error
    }
  })
}

function placeOf(folder) {
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
    url: urlOf(server.port, password, database),
    adminUrl: urlOf(server.port, password, 'postgres'),
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

/** SIGINT ends connections and writes everything down; SIGQUIT leaves that to the next start's recovery. */
function stopServer(server) {
  return stop(server, [
    { signal: 'SIGINT', graceMs: 10_000 },
    { signal: 'SIGQUIT', graceMs: 5_000 },
  ])
}

function urlOf(port, password, database) {
  return `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/** In a folder beside it and then renamed: an interrupted initdb never leaves half a cluster. */
async function createCluster(place, password) {
  if (fs.existsSync(path.join(place.cluster, 'PG_VERSION'))) return
  const binaries = await findBinaries(place.cluster)
  const fresh = `${place.cluster}.new`
  const passwordFile = `${fresh}-password`
  fs.rmSync(fresh, { recursive: true, force: true })
  fs.mkdirSync(fresh, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  for (const file of [fresh, passwordFile]) binaries.own(file)
  try {
    // The same order and the same idea of a letter on every system: sorting is PostgreSQL's own, only lc_ctype is the system's.
    const locale = [
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'}`,
    ]
    const access = ['-U', USER, '--pwfile', passwordFile, '--auth=scram-sha-256']
    const { file, args, ...ids } = binaries.command('initdb', [
      '-D',
      fresh,
      ...access,
      '--encoding=UTF8',
      ...locale,
      '--no-instructions',
    ])
    const made = spawnSync(file, args, { ...ids, encoding: 'utf8' })
    if (made.status !== 0)
      throw new Refusal(`PostgreSQL could not create its data folder: ${made.error?.message ?? made.stderr}`)
    fs.rmSync(place.cluster, { recursive: true, force: true })
    fs.renameSync(fresh, place.cluster)
  } finally {
    fs.rmSync(passwordFile, { force: true })
    fs.rmSync(fresh, { recursive: true, force: true })
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
        `PostgreSQL already runs on ${place.cluster} with another password than the one in secrets.json beside it.`,
      )
    if (Date.now() > until)
      throw new Refusal(
        `PostgreSQL (process ${server.pid}) runs on ${place.cluster} but does not answer; see ${place.log}.`,
      )
    await sleep(50)
  }
  // What is left names a process that is dead, or a stranger that was given its number.
  fs.rmSync(place.pidFile, { force: true })
  return null
}

function runningServer(place) {
  let lines
  try {
    lines = fs.readFileSync(place.pidFile, 'utf8').split('\n')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  const server = remember(Number(lines[0]))
  const isOurs = isRunning(server) && `${commandLineOf(server.pid)} `.includes(`-D ${place.cluster} `)
  return isOurs ? { ...server, port: Number(lines[3] ?? 0) } : null
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
      throw new Refusal(`PostgreSQL did not start within ${START_TIMEOUT_MS / 1000} seconds; see ${place.log}.`)
  }
}

function savedPort(place) {
  if (!fs.existsSync(place.port)) return FIRST_PORT
  return Number(fs.readFileSync(place.port, 'utf8')) || FIRST_PORT
}

/** @returns {Promise<{ pid: number, identity: string, port: number } | 'port taken' | 'not yet'>} */
async function launch(place, { binaries, password, port, settings }) {
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '', // sockets of two checkouts on one port would collide
    timezone: 'UTC',
    log_timezone: 'UTC',
    max_connections: 200,
    log_checkpoints: 'off',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const { file, args, ...ids } = binaries.command('postgres', ['-D', place.cluster, '-p', String(port), ...flags])
  const log = fs.openSync(place.log, 'a')
  const from = fs.fstatSync(log).size
  // A process group of its own: Ctrl-C must reach us first, who end what uses the database before the database.
  const child = spawn(file, args, { ...ids, stdio: ['ignore', log, log], detached: true })
  fs.closeSync(log)
  child.unref()
  const server = { ...(await identified(child)), port }
  const until = Date.now() + START_TIMEOUT_MS
  while (isRunning(server) && Date.now() < until) {
    if ((await knock(port, password)) === place.cluster) return server
    await sleep(20)
  }
  await stopServer(server)
  const said = fs.readFileSync(place.log, 'utf8').slice(from)
  if (said.includes('could not bind')) return 'port taken'
  // The children of a killed server need a moment to notice.
  if (/shared memory block|lock file "postmaster.pid"/.test(said)) return 'not yet'
  const reasons = said.split('\n').filter((line) => /FATAL|PANIC|HINT|could not/.test(line))
  throw new Refusal(`PostgreSQL did not start:\n${reasons.join('\n') || said}`)
}

async function identified(child) {
  if (child.pid === undefined) {
    const [error] = await once(child, 'error')
    throw new Refusal(`PostgreSQL could not be started: ${error.message}`)
  }
  return remember(child.pid)
}

/**
 * Asks who is there.
 *
 * @returns {Promise<string>} the data folder of the server on that port, 'refused' for a wrong password, 'silent' for anything else
 */
async function knock(port, password) {
  const client = new pg.Client({ connectionString: urlOf(port, password, 'postgres'), connectionTimeoutMillis: 2_000 })
  client.on('error', () => {}) // the server may end while we ask, and then the query says so
  try {
    await client.connect()
    return (await client.query('SHOW data_directory')).rows[0].data_directory
  } catch (error) {
    return error.code === '28P01' ? 'refused' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

function isTaken(port) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(true))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(false)))
  })
}

async function createDatabase(adminUrl, name) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}
