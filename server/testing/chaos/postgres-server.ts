import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Pool } from 'pg'
import { startEmbeddedPostgres } from '@/scripts/lib/embedded-postgres.mjs'
import { applyMigrations } from '@/scripts/lib/migrate.mjs'
import { OperatorError } from '@/scripts/lib/operator-error.mjs'
import {
  ensureServiceDatabaseRole,
  grantToService,
  SERVICE_DATABASE_ROLE,
} from '@/scripts/lib/service-database-role.mjs'

export type PostgresServer = {
  url: string
  ownerUrl: string
  query: <T extends object>(sql: string, values?: unknown[]) => Promise<T[]>
  /** Stops the server in immediate mode (simulated crash), and restarts it on the same data. */
  crash: () => Promise<void>
  crashTimes: number[]
  close: () => Promise<void>
}

/** Fixed range between the ports of other embedded servers and the ephemeral ports, so that a crashed server finds its port free. */
const PORTS = { first: 26_000, count: 6000 }
const TRIES = 20
const PASSWORD = 'only-on-loopback-and-only-for-tests'

/** A migrated PostgreSQL server for one test, which the test may crash without affecting others. */
export async function aPostgresServer(): Promise<PostgresServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'))
  const start = (port: number) =>
    startEmbeddedPostgres({
      folder,
      password: PASSWORD,
      port,
      // Commits must survive a crash of the server, not of the machine.
      settings: { fsync: 'off', full_page_writes: 'off' },
    })
  let server = await startOnFreePort(start)
  const { url: ownerUrl, port } = server
  await ensureServiceDatabaseRole(server.adminUrl, { password: PASSWORD })
  await applyMigrations(ownerUrl)
  await grantToService(ownerUrl, SERVICE_DATABASE_ROLE)
  const url = new URL(ownerUrl)
  url.username = SERVICE_DATABASE_ROLE
  const pool = new Pool({ connectionString: ownerUrl, max: 3, connectionTimeoutMillis: 5000 })
  // The test crashes the server.
  pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined))
  const crashes: number[] = []
  return {
    url: url.href,
    ownerUrl,
    query: async (sql, values) => (await pool.query(sql, values)).rows,
    crashTimes: crashes,
    crash: async () => {
      crashes.push(Date.now())
      server.kill()
      const until = Date.now() + 10_000
      while (server.isAlive() && Date.now() < until)
        await new Promise((resolve) => {
          setTimeout(resolve, 10)
        })
      server = await start(port)
    },
    close: async () => {
      await pool.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function startOnFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await start(PORTS.first + randomInt(PORTS.count))
    } catch (error) {
      if (!(error instanceof OperatorError) || tries === TRIES) throw error
    }
}
