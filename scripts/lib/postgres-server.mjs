import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { getErrorCode, OperatorError } from './operator-error.mjs'
import { identifyProcess, isRunning, readProcessCommandLine, stopProcess } from './running-processes.mjs'

/** @typedef {import('./running-processes.mjs').ProcessRecord & { port: number }} Server */

export const POSTGRES_USER = 'app'
export const START_TIMEOUT_MS = 60_000

/**
 * @param {number} port
 * @param {string} password
 * @param {string} database
 */
export function buildPostgresUrl(port, password, database) {
  return `postgresql://${POSTGRES_USER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

/**
 * @param {{ pidFile: string, cluster: string }} paths
 * @returns {Server | null} the server that runs on the cluster; its port is 0 while it starts
 */
export function findRunningServer(paths) {
  let lines
  try {
    lines = fs.readFileSync(paths.pidFile, 'utf8').split('\n')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return null
    throw error
  }
  const server = identifyProcess(Number(lines[0]))
  // After a crash another process may have the number, also a PostgreSQL on another cluster.
  const isOurs = isRunning(server) && `${readProcessCommandLine(server.pid)} `.includes(`-D ${paths.cluster} `)
  return isOurs ? { ...server, port: Number(lines[3] ?? 0) } : null
}

/**
 * Starts the server and waits until it accepts connections.
 *
 * @param {{ cluster: string, log: string }} paths
 * @param {{ binaries: import('./postgres-binaries.mjs').Binaries, password: string, port: number, settings: Record<string, string | number> }} options
 * @returns {Promise<Server | 'port taken' | 'not yet'>} 'not yet' while processes of a killed server still run
 * @throws {OperatorError} with the log of PostgreSQL
 */
export async function launchServer(paths, { binaries, password, port, settings }) {
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
  const { file, args, ...ids } = binaries.command('postgres', ['-D', paths.cluster, '-p', String(port), ...flags])
  const log = fs.openSync(paths.log, 'a', 0o600)
  const from = fs.fstatSync(log).size
  // In its own process group, so that Ctrl-C does not stop the database before the processes that use it.
  const child = spawn(file, args, { ...ids, stdio: ['ignore', log, log], detached: true })
  fs.closeSync(log)
  child.unref()
  const server = { ...(await recordChild(child)), port }
  const until = Date.now() + START_TIMEOUT_MS
  while (isRunning(server) && Date.now() < until) {
    const answer = await readServerDataFolder(port, password)
    if (answer === paths.cluster) return server
    await sleep(answer === 'refused' ? 500 : 20)
    // If the port was another server's, ours has ended by now; else ours has rejected the password.
    if (answer === 'refused' && isRunning(server)) {
      await stopServer(server)
      throw new OperatorError(`${paths.cluster} was created with a different password from the one it is given now.`)
    }
  }
  await stopServer(server)
  const output = fs.readFileSync(paths.log).subarray(from).toString()
  if (output.includes('could not bind')) return 'port taken'
  // The children of a killed server need a moment to end.
  if (/shared memory block|lock file "postmaster.pid"/.test(output)) return 'not yet'
  const reasons = output.split('\n').filter((line) => /FATAL|PANIC|HINT|could not/.test(line))
  throw new OperatorError(`PostgreSQL did not start:\n${reasons.join('\n') || output}`)
}

/** @param {import('node:child_process').ChildProcess} child */
async function recordChild(child) {
  if (child.pid === undefined) {
    const [error] = await once(child, 'error')
    throw new OperatorError(`PostgreSQL could not be started: ${error.message}`)
  }
  return identifyProcess(child.pid)
}

/**
 * Identifies the server on a port.
 *
 * @param {number} port
 * @param {string} password
 * @returns {Promise<string>} its data folder, 'refused' for a wrong password, 'silent' for anything else
 */
export async function readServerDataFolder(port, password) {
  const client = new Client({
    connectionString: buildPostgresUrl(port, password, 'postgres'),
    connectionTimeoutMillis: 2_000,
  })
  client.on('error', () => {}) // the server may end meanwhile, and then the query fails
  try {
    await client.connect()
    return (await client.query('SHOW data_directory')).rows[0].data_directory
  } catch (error) {
    return getErrorCode(error) === '28P01' ? 'refused' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * SIGINT shuts down cleanly; SIGQUIT at once, with recovery at the next start.
 *
 * @param {Server} server
 */
export function stopServer(server) {
  return stopProcess(server, [
    { signal: 'SIGINT', graceMs: 10_000 },
    { signal: 'SIGQUIT', graceMs: 5_000 },
  ])
}
