import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROOT } from '@/scripts/lib/checkout.mjs'
import { V8_FLAGS } from '../v8-flags'
import { bundle } from './bundle'

/** One that runs. Its name is what PostgreSQL calls its connections. */
export type WorkerProcess = { name: string; child: ChildProcess; ready: Promise<void> }

export type WorkerOptions = {
  databaseUrl: string
  /** Certificates (PEM) that its dialler trusts beside the system's. */
  authorities: string
  /** Networks that it may call although they are private. */
  allowedCidrs?: string
  /** What it runs; the jobs of webhooks unless said. */
  entry?: URL
}

export type WorkerProcesses = {
  start: () => WorkerProcess
  /** Those that were started and have not ended. */
  alive: () => WorkerProcess[]
  /** SIGKILL, and waits for the end. */
  kill: (worker: WorkerProcess) => Promise<void>
  /** By name, when each ended: those that were killed. */
  killed: ReadonlyMap<string, number>
  /** What nobody killed and ended all the same. */
  deserters: string[]
  close: () => Promise<void>
}

const WEBHOOK_WORKER = new URL('../../../inngest/local/testing/webhook-worker.ts', import.meta.url)

/**
 * Processes that do the service's work. Bundled once, so that a process starts in about a second instead of
 * four: a test that kills dozens of them waits for little else.
 */
export async function workerProcesses(options: WorkerOptions): Promise<WorkerProcesses> {
  const script = await bundle(fileURLToPath(options.entry ?? WEBHOOK_WORKER))
  const folder = path.dirname(script)
  const authorities = path.join(folder, 'authorities.pem')
  writeFileSync(authorities, options.authorities)

  const running = new Map<string, WorkerProcess>()
  const killed = new Map<string, number>()
  const deserters: string[] = []
  const doomed = new Set<string>()
  let started = 0

  const start = (): WorkerProcess => {
    started += 1
    const name = `worker-${started}`
    const child = spawn(process.execPath, [...V8_FLAGS, script], {
      cwd: ROOT,
      // What is said on the way through an accident is of no use to anybody, unless it is the end.
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { ...process.env, ...workerEnvironment(options), NODE_EXTRA_CA_CERTS: authorities, PGAPPNAME: name },
    })
    let lastWords = ''
    const ready = new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', () => reject(new Error(`${name} ended before it was ready: ${lastWords}`)))
    })
    // Not every test waits for it.
    ready.catch(() => undefined)
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      lastWords = (lastWords + text).slice(-1000)
    })
    child.once('exit', (code, signal) => {
      running.delete(name)
      if (doomed.has(name)) killed.set(name, Date.now())
      else deserters.push(`${name} ended by itself (${signal ?? code}): ${lastWords}`)
    })
    const worker = { name, child, ready }
    running.set(name, worker)
    return worker
  }
  const kill = async ({ name, child }: WorkerProcess): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    doomed.add(name)
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    start,
    alive: () => [...running.values()],
    kill,
    killed,
    deserters,
    close: async () => {
      await Promise.all([...running.values()].map(kill))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function workerEnvironment({ databaseUrl, allowedCidrs = '127.0.0.1/32' }: WorkerOptions): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    // A service that others can reach may not call private networks.
    NEXTAUTH_URL: 'http://localhost:3000',
    WEBHOOK_ALLOWED_CIDRS: allowedCidrs,
    LOG_LEVEL: 'error',
    // Not the runner's of tests, which would have a child speak to it.
    NODE_OPTIONS: '',
    VITEST: '',
    NODE_ENV: 'production',
  }
}
