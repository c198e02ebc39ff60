import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { Pool, type QueryResultRow } from 'pg'
import { Prisma, PrismaClient } from '../prisma/generated/client'
import { env } from './env'
import { log } from './log'

export { Prisma }

/** One pool for Prisma and for plain SQL. Always UTC: the adapter writes timestamps without an offset. */
function openPool(): Pool {
  const pool = new Pool({
    connectionString: env.databaseUrl,
    max: env.databasePoolMax,
    options: '-c TimeZone=UTC',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  })
  // An idle connection that the server closed; the pool replaces it.
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  return pool
}

function openPrisma(onto: Pool) {
  // Named statements are planned once per connection: about a tenth faster.
  const statementNameGenerator = ({ sql }: { sql: string }) => createHash('sha1').update(sql).digest('base64url')
  return new PrismaClient({ adapter: new PrismaPg(onto, env.isPooled ? {} : { statementNameGenerator }) })
}

const held = globalThis as { cfsPool?: Pool; cfsPrisma?: PrismaClient }

export const pool: Pool = (held.cfsPool ??= openPool())
export const db: PrismaClient = (held.cfsPrisma ??= openPrisma(pool))

/** A transaction, or the client itself: what a query needs. */
export type Tx = Prisma.TransactionClient

/**
 * SQL with its values in parameters. Under a name it is planned once per connection, so a name stands for one text;
 * without one it is planned each time, for these values.
 */
export type Statement = { name?: string; text: string; values: unknown[] }

/** Runs one statement outside any transaction, without Prisma in between: for what is asked most. */
export async function rowsOf<Row extends object>({ name, text, values }: Statement): Promise<Row[]> {
  const { rows } = await pool.query<Row & QueryResultRow>({
    ...(env.isPooled || name === undefined ? {} : { name }),
    text,
    values,
  })
  return rows
}

/** @param constraint the index or constraint name; any when absent. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return constraint === undefined || JSON.stringify(error.meta ?? {}).includes(constraint)
}

/** A row that another one refers to is gone, or was never in this organization. */
export function isForeignKeyViolation(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2003'
}

/** A circle of waiting transactions, or a write conflict: trying again is right. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2034') return true
  return /\b(40P01|40001)\b|deadlock detected|could not serialize/.test(
    error instanceof Error ? `${error.message} ${JSON.stringify((error as { meta?: unknown }).meta ?? '')}` : '',
  )
}

/** True when the database answers. */
export async function isDatabaseUp(): Promise<boolean> {
  try {
    await pool.query('SELECT 1')
    return true
  } catch (error) {
    log.error({ err: error }, 'the database does not answer')
    return false
  }
}
