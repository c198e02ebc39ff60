import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '@/scripts/lib/operator-error.mjs'
import { V8_FLAGS } from '../v8-flags'
import { bundleProgram } from './bundle-program'

/** `name` is the application_name of its PostgreSQL connections. */
export type WorkerProcess = { name: string; child: ChildProcess; ready: Promise<void> }

export type WorkerOptions = {
  databaseUrl: string
  authorities: string
  /** Private networks that it may call. */
  allowedCidrs?: string
  /** Entry point; the worker of the queues by default. */
  entry?: URL
}

export type WorkerProcesses = {
  start: () => WorkerProcess
  alive: () => WorkerProcess[]
  kill: (worker: WorkerProcess) => Promise<void>
  killedAt: ReadonlyMap<string, number>
  unexpectedExits: string[]
  close: () => Promise<void>
}

const QUEUE_WORKER = new URL('queue-worker.ts', import.meta.url)

/**
 * Worker processes of the service. Bundled once, so that a process starts in about one second instead of four, which dominates tests that
 * kill dozens.
 */
export async function prepareWorkerProcesses(options: WorkerOptions): Promise<WorkerProcesses> {
  const script = await bundleProgram(fileURLToPath(options.entry ?? QUEUE_WORKER))
  const folder = path.dirname(script)
  const authorities = path.join(folder, 'authorities.pem')
  writeFileSync(authorities, options.authorities)

  const running = new Map<string, WorkerProcess>()
  const killed = new Map<string, number>()
  const deserters: string[] = []
  const beingKilled = new Set<string>()
  let started = 0

  const start = (): WorkerProcess => {
    started += 1
    const name = `worker-${started}`
    const child = spawn(process.execPath, [...V8_FLAGS, script], {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...workerEnvironment(options), NODE_EXTRA_CA_CERTS: authorities, PGAPPNAME: name },
    })
    let lastOutput = ''
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', () => reject(new Error(`${name} ended before it was ready: ${lastOutput}`)))
    })
    ready.catch(() => undefined)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastOutput = (lastOutput + text).slice(-1000)
    })
    child.once('exit', (code, signal) => {
      running.delete(name)
      if (beingKilled.has(name)) killed.set(name, Date.now())
      else deserters.push(`${name} ended by itself (${signal ?? code}): ${lastOutput}`)
    })
    const worker = { name, child, ready }
    running.set(name, worker)
    return worker
  }
  const kill = async ({ name, child }: WorkerProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    beingKilled.add(name)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    start,
    alive: () => [...running.values()],
    kill,
    killedAt: killed,
    unexpectedExits: deserters,
    close: async () => {
      await Promise.all([...running.values()].map(kill))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function workerEnvironment({ databaseUrl, allowedCidrs = '127.0.0.1/32' }: WorkerOptions): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    // A publicly reachable service may not call private networks.
    NEXTAUTH_URL: 'http://localhost:3000',
    WEBHOOK_ALLOWED_CIDRS: allowedCidrs,
    LOG_LEVEL: 'error',
    // Not inherited: the options of the test runner would make the child report to it.
    NODE_OPTIONS: '',
    VITEST: '',
    NODE_ENV: 'production',
  }
}
