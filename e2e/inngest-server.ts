import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '@/scripts/lib/embedded-postgres.mjs'
import { expect } from './fixtures'

/** Ports that no other test uses. */
const PORTS = { api: 3240, connect: 3241, gateway: 3242, executor: 3243, redis: 3244 }

/** An Inngest server set up as in docs/deploy.md, with Redis and PostgreSQL. */
export type InngestServer = {
  /** Environment variables for the service. */
  variables: Record<string, string>
  start: () => Promise<void>
  /** Simulates a power loss; the state is kept. */
  kill: () => Promise<void>
  /** Kills the server and deletes its state. */
  wipe: () => Promise<void>
  close: () => Promise<void>
}

/**
 * @param binary path of the `inngest` program
 * @param serveOrigin origin at which the server reaches the service
 */
export function createInngestServer(binary: string, serveOrigin: string): InngestServer {
  const [eventKey, signingKey] = [randomBytes(16).toString('hex'), randomBytes(32).toString('hex')]
  let folder = mkdtempSync(path.join(tmpdir(), 'inngest-'))
  let running: { server: ChildProcess; redis: ChildProcess; stopPostgres: () => Promise<void> } | undefined

  const start = async () => {
    const log = openSync(path.join(folder, 'server.log'), 'a')
    const postgres = await startEmbeddedPostgres({ folder, password: 'only-for-tests', database: 'inngest' })
    const redisOptions = {
      port: PORTS.redis,
      bind: '127.0.0.1',
      dir: folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
    }
    const redis = spawn('redis-server', flags(redisOptions), { stdio: ['ignore', log, log] })
    await expect(async () => expect(pingRedis()).toBe('PONG')).toPass({ timeout: 20_000 })
    const server = spawn(
      binary,
      [
        'start',
        ...flags({
          host: '127.0.0.1',
          port: PORTS.api,
          'event-key': eventKey,
          'signing-key': signingKey,
          'redis-uri': `redis://127.0.0.1:${PORTS.redis}`,
          'postgres-uri': `${postgres.url}?sslmode=disable`,
          'connect-gateway-port': PORTS.connect,
          'connect-gateway-grpc-port': PORTS.gateway,
          'connect-executor-grpc-port': PORTS.executor,
        }),
      ],
      { stdio: ['ignore', log, log], cwd: folder },
    )
    running = { server, redis, stopPostgres: postgres.stop }
    await expect(async () => {
      expect(server.exitCode).toBeNull()
      expect((await fetch(`http://127.0.0.1:${PORTS.api}/health`)).status).toBe(200)
    }).toPass({ timeout: 60_000 })
  }
  const kill = async () => {
    if (!running) return
    const { server, redis, stopPostgres } = running
    running = undefined
    for (const child of [server, redis]) {
      const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
      child.kill('SIGKILL')
      await exit
    }
    await stopPostgres()
  }
  return {
    variables: {
      INNGEST_BASE_URL: `http://127.0.0.1:${PORTS.api}`,
      INNGEST_EVENT_KEY: eventKey,
      INNGEST_SIGNING_KEY: signingKey,
      INNGEST_SERVE_ORIGIN: serveOrigin,
    },
    start,
    kill,
    wipe: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
      folder = mkdtempSync(path.join(tmpdir(), 'inngest-'))
    },
    close: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function pingRedis(): string {
  return execFileSync('redis-cli', ['-p', String(PORTS.redis), 'ping'], { encoding: 'utf8' }).trim()
}

function flags(values: Record<string, string | number>): string[] {
  return Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)])
}
