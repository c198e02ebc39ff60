import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getErrorCode, OperatorError, ROOT } from './operator-error.mjs'
import { identifyProcess, isGroupRunning, isRunning, sendProcessSignal } from './running-processes.mjs'

const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 15_000

/**
 * Stops a web server that a killed launcher has left on the same data folder.
 *
 * @param {string} dataDir
 */
export async function stopOrphanedServer(dataDir) {
  const file = path.join(dataDir, 'web-server.json')
  if (!fs.existsSync(file)) return
  const orphan = parse(file)
  if (orphan) await stopGroup(orphan)
  fs.rmSync(file, { force: true })
}

/**
 * @param {number} port
 * @throws {OperatorError} when another program listens on it
 */
export async function requireFreePort(port) {
  // On some systems one program can bind a port on all addresses while another has bound it on one.
  for (const host of [undefined, '127.0.0.1'])
    if (await isTaken(port, host))
      throw new OperatorError(`Port ${port} is in use by another program. Set PORT to a different one.`)
}

/** Collects the old generation when it has grown by 40 %: by default it can grow fourfold, to a gigabyte in imports (docs/decisions/0069). */
const GARBAGE_COLLECTION = ['--heap-growing-percent=40']

/**
 * Starts the web server in its own process group, so that only the launcher gets Ctrl-C.
 *
 * @param {import('./service-environment.mjs').ServiceEnvironment} environment
 * @param {'start' | 'dev'} mode `start` logs to service.log in the data folder, or to standard output with LOG_TO=stdout; `dev` to the
 *   terminal
 */
export function startWebServer(environment, mode) {
  const { dataDir, variables } = environment
  const log = path.join(dataDir, 'service.log')
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...variables, NODE_ENV: mode === 'start' ? 'production' : 'development' }
  const out = mode === 'start' && variables.LOG_TO !== 'stdout' ? fs.openSync(log, 'a', 0o600) : null
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', out ?? 'inherit', out ?? 'inherit']
  const child = spawn(process.execPath, [...GARBAGE_COLLECTION, path.join(ROOT, 'scripts/web.mjs'), mode], {
    cwd: ROOT,
    env,
    stdio,
    detached: true,
  })
  if (out !== null) fs.closeSync(out)
  const server = identifyProcess(child.pid ?? 0)
  const file = path.join(dataDir, 'web-server.json')
  fs.writeFileSync(file, JSON.stringify(server))
  return {
    isAlive: () => isRunning(server),
    /** The last lines of its log. */
    readLogTail: () => (out === null ? '' : tail(log)),
    async stop() {
      await stopGroup(server)
      fs.rmSync(file, { force: true })
    },
    kill() {
      sendProcessSignal(-server.pid, 'SIGKILL')
      fs.rmSync(file, { force: true })
    },
  }
}

/**
 * @param {number} port
 * @param {() => boolean} isAlive
 * @param {number} [timeoutMs]
 * @returns {Promise<void>} when the health check succeeds
 * @throws {OperatorError} when the server ends, or is not healthy in time
 */
export async function waitUntilHealthy(port, isAlive, timeoutMs = READY_TIMEOUT_MS) {
  const until = Date.now() + timeoutMs
  let last = 'no answer'
  while (isAlive() && Date.now() < until) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(30_000) })
      if (answer.status === 200) return
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`
    } catch (error) {
      last = String((error instanceof Error && error.cause) ?? error)
    }
    await sleep(100)
  }
  throw new OperatorError(
    isAlive()
      ? `The service did not get ready within ${timeoutMs / 1000} seconds: ${last}`
      : 'The web server stopped right after starting.',
  )
}

/**
 * Stops the whole group: it outlives its leader if only that was killed.
 *
 * @param {import('./running-processes.mjs').ProcessRecord} server
 */
async function stopGroup(server) {
  for (const { signal, graceMs } of /** @type {const} */ ([
    { signal: 'SIGTERM', graceMs: STOP_TIMEOUT_MS },
    { signal: 'SIGKILL', graceMs: 5_000 },
  ])) {
    const until = Date.now() + graceMs
    if (isGroupRunning(server)) sendProcessSignal(-server.pid, signal)
    while (isGroupRunning(server) && Date.now() < until) await sleep(50)
  }
}

/**
 * @param {number} port
 * @param {string | undefined} host
 * @returns {Promise<boolean>}
 */
function isTaken(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => resolve(getErrorCode(error) === 'EADDRINUSE'))
    probe.listen({ port, host }, () => probe.close(() => resolve(false)))
  })
}

/** @param {string} file */
function tail(file) {
  return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
}

/** @param {string} file */
function parse(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null // its writer was killed while writing
  }
}
