import type { EventEmitter } from 'node:events'
import { Pool, type PoolClient } from 'pg'
import { env } from './env'
import { ServiceUnavailable } from './errors'
import { log } from './log'
import { oncePerProcess } from './process-state'

/*
 * The connection pool. Only server/db.ts and server/transaction.ts may import it (enforced by the linter): using the pool inside a
 * transaction waits for a second connection while holding one, which can deadlock.
 */

const WAIT_MS = 10_000

const CANNOT_WRITE = new Set(['53100', '58030', '25006'])
const FAILING_MS = 60_000

type Connect = Parameters<Pool['connect']>[0]

class ServicePool extends Pool {
  failedWriteAt: number | null = null

  constructor(config: ConstructorParameters<typeof Pool>[0]) {
    super(config)
    this.on('connect', (client) => {
      const { connection } = client as unknown as { connection: EventEmitter }
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code !== undefined && CANNOT_WRITE.has(code)) this.failedWriteAt = Date.now()
      })
    })
    // The server closed an idle connection; the pool replaces it. The error carries the whole client, which is too much for a log.
    this.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'))
  }

  /** @throws {ServiceUnavailable} */
  override connect(): Promise<PoolClient>
  override connect(callback: Connect): void
  override connect(callback?: Connect): Promise<PoolClient> | void {
    if (callback === undefined)
      return super.connect().catch((error: unknown) => {
        throw toServiceUnavailable(error)
      })
    super.connect((error, client, done) => callback(error && toServiceUnavailable(error), client, done))
  }
}

function toServiceUnavailable(error: unknown): ServiceUnavailable {
  const unavailable = new ServiceUnavailable()
  unavailable.cause = error
  return unavailable
}

export const pool = oncePerProcess(
  'pool',
  () =>
    new ServicePool({
      connectionString: env.databaseUrl,
      max: env.databasePoolMax,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
    }),
)

export function areDatabaseWritesFailing(): boolean {
  return pool.failedWriteAt !== null && Date.now() - pool.failedWriteAt < FAILING_MS
}
