import { Pool } from 'pg'
import { env } from './env'
import { log } from './log'

/*
 * The connections themselves. Only server/db.ts asks here (the linter sees to it): whoever asks the pool inside a
 * transaction holds one connection and waits for a second, and a few of them wait for each other for ever.
 */

/** One pool for Prisma and for plain SQL. Always UTC: the adapter writes timestamps without an offset. */
function openPool(): Pool {
  const opened = new Pool({
    connectionString: env.databaseUrl,
    max: env.databasePoolMax,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // An idle connection that the server closed; the pool replaces it.
  opened.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  return opened
}

const held = globalThis as { cfsPool?: Pool }

export const pool: Pool = (held.cfsPool ??= openPool())
