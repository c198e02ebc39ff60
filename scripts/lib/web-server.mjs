import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, ROOT } from './checkout.mjs'
import { groupIsRunning, isRunning, remember, send } from './processes.mjs'

const READY_TIMEOUT_MS = 180_000
const STOP_TIMEOUT_MS = 15_000

/**
 * Ends the web server that a killed launcher left behind on the same data, if there is one.
 *
 * @param {string} dataDir
 */
export async function stopOrphan(dataDir) {
  const file = path.join(dataDir, 'web-server.json')
  if (!fs.existsSync(file)) return
  const orphan = parse(file)
  if (orphan) await stopGroup(orphan)
  fs.rmSync(file, { force: true })
}

/**
 * @param {number} port
 * @throws {Refusal} when somebody else listens there
 */
export async function refuseBusyPort(port) {
  // On some systems one program may take a port for every address while another has it for one.
  for (const host of [undefined, '127.0.0.1'])
    if (await isTaken(port, host))
      throw new Refusal(`Port ${port} is in use by another program. Set PORT to a different one.`)
}

/**
 * Starts the web server in a process group of its own, so that Ctrl-C reaches the launcher first.
 *
 * @param {import('./local-env.mjs').LocalEnvironment} environment
 * @param {'start' | 'dev'} mode `start` writes to service.log in the data folder, or to standard output where LOG_TO says so; `dev` to the
 *   terminal
 */
export function startWebServer(environment, mode) {
  const { dataDir, variables } = environment
  const log = path.join(dataDir, 'service.log')
  const env = { ...variables, NODE_ENV: mode === 'start' ? 'production' : 'development' }
  const out = mode === 'start' && variables.LOG_TO !== 'stdout' ? fs.openSync(log, 'a', 0o600) : null
  const stdio = ['ignore', out ?? 'inherit', out ?? 'inherit']
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/web.mjs'), mode], {
    cwd: ROOT,
    env,
    stdio,
    detached: true,
  })
  if (out !== null) fs.closeSync(out)
  const server = remember(child.pid ?? 0)
  const file = path.join(dataDir, 'web-server.json')
  fs.writeFileSync(file, JSON.stringify(server))
  return {
    isAlive: () => isRunning(server),
    /** The last lines of its log, for the one who has to find out why it ended. */
    lastWords: () => (out === null ? '' : tail(log)),
    async stop() {
      await stopGroup(server)
      fs.rmSync(file, { force: true })
    },
    kill() {
      send(-server.pid, 'SIGKILL')
      fs.rmSync(file, { force: true })
    },
  }
}

/**
 * @param {number} port
 * @param {() => boolean} isAlive
 * @param {number} timeoutMs how long it may take
 * @returns {Promise<void>} once the service says that it can do its work
 * @throws {Refusal} when the server ends before, or does not get ready
 */
export async function untilHealthy(port, isAlive, timeoutMs = READY_TIMEOUT_MS) {
  const until = Date.now() + timeoutMs
  let last = 'no answer'
  while (isAlive() && Date.now() < until) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(30_000) })
      if (answer.status === 200) return
      last = `${answer.status} ${(await answer.text()).slice(0, 300)}`
    } catch (error) {
      last = String(error.cause ?? error)
    }
    await sleep(100)
  }
  throw new Refusal(
    isAlive()
      ? `The service did not get ready within ${timeoutMs / 1000} seconds: ${last}`
      : 'The web server stopped right after starting.',
  )
}

/** The group outlives its leader when only that one was killed. */
async function stopGroup(server) {
  for (const { signal, graceMs } of [
    { signal: 'SIGTERM', graceMs: STOP_TIMEOUT_MS },
    { signal: 'SIGKILL', graceMs: 5_000 },
  ]) {
    const until = Date.now() + graceMs
    if (groupIsRunning(server)) send(-server.pid, signal)
    while (groupIsRunning(server) && Date.now() < until) await sleep(50)
  }
}

function isTaken(port, host) {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', (error) => resolve(error.code === 'EADDRINUSE'))
    probe.listen({ port, host }, () => probe.close(() => resolve(false)))
  })
}

function tail(file) {
  return fs.readFileSync(file, 'utf8').trimEnd().split('\n').slice(-20).join('\n')
}

function parse(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return null // its writer was killed while writing, before there was anything to stop
  }
}
