import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { Refusal } from './checkout.mjs'
import { commandLine, isRunning, remember, stop } from './processes.mjs'

/** @typedef {{ pid: number, identity: string, port: number }} Server */

export const USER = 'app'
export const START_TIMEOUT_MS = 60_000

/**
 * @param {number} port
 * @param {string} password
 * @param {string} database
 */
export function connectionUrl(port, password, database) {
  return `postgresql://${USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/**
 * @param {{ pidFile: string, cluster: string }} place
 * @returns {Server | null} the server that runs on the cluster, whether it answers already or not (its port is 0 then)
 */
export function runningServer(place) {
  let lines
  try {
    lines = fs.readFileSync(place.pidFile, 'utf8').split('\n')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
  const server = remember(Number(lines[0]))
  // After a crash the number may belong to anybody, another checkout's PostgreSQL included.
  const isOurs = isRunning(server) && `${commandLine(server.pid)} `.includes(`-D ${place.cluster} `)
  return isOurs ? { ...server, port: Number(lines[3] ?? 0) } : null
}

/**
 * Starts the server and waits until it answers.
 *
 * @param {{ cluster: string, log: string }} place
 * @param {{ binaries: import('./postgres-binaries.mjs').Binaries, password: string, port: number, settings: Record<string, string | number> }} options
 * @returns {Promise<Server | 'port taken' | 'not yet'>} 'not yet' when the remains of a killed server are still in the way
 * @throws {Refusal} with what PostgreSQL says
 */
export async function launch(place, { binaries, password, port, settings }) {
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
  const log = fs.openSync(place.log, 'a', 0o600)
  const from = fs.fstatSync(log).size
  // A process group of its own: Ctrl-C must reach us first, who end what uses the database before the database.
  const child = spawn(file, args, { ...ids, stdio: ['ignore', log, log], detached: true })
  fs.closeSync(log)
  child.unref()
  const server = { ...(await identified(child)), port }
  const until = Date.now() + START_TIMEOUT_MS
  while (isRunning(server) && Date.now() < until) {
    const answer = await knock(port, password)
    if (answer === place.cluster) return server
    await sleep(answer === 'refused' ? 500 : 20)
    // Either our server found somebody else's on the port, and has ended by now, or the refusal was its own.
    if (answer === 'refused' && isRunning(server)) {
      await stopServer(server)
      throw new Refusal(`${place.cluster} was created with a different password from the one it is given now.`)
    }
  }
  await stopServer(server)
  const said = fs.readFileSync(place.log).subarray(from).toString()
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
 * @param {number} port
 * @param {string} password
 * @returns {Promise<string>} the data folder of the server on that port, 'refused' for a wrong password, 'silent' for anything else
 */
export async function knock(port, password) {
  const client = new Client({
    connectionString: connectionUrl(port, password, 'postgres'),
    connectionTimeoutMillis: 2_000,
  })
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

/**
 * SIGINT ends connections and writes everything down; SIGQUIT leaves that to the next start's recovery.
 *
 * @param {Server} server
 */
export function stopServer(server) {
  return stop(server, [
    { signal: 'SIGINT', graceMs: 10_000 },
    { signal: 'SIGQUIT', graceMs: 5_000 },
  ])
}
