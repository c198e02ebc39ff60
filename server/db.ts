import { createHash } from 'node:crypto'
import type { QueryResultRow } from 'pg'
import { Prisma } from '@/prisma/generated/client'
import { errorChainText } from './database-errors'
import { env } from './env'
import { log } from './log'
import { areDatabaseWritesFailing, pool } from './pool'
import { currentTx, prisma, type Tx } from './transaction'

export { areDatabaseWritesFailing, Prisma, type Tx }

/**
 * Database client. Inside a transaction it resolves to that transaction at any depth, so nested code never waits for a second connection or
 * misses its own uncommitted writes.
 */
export const db: Tx = new Proxy<Tx>(prisma, {
  get: (client, name) => {
    if (name === '$transaction') throw new Error('Begin transactions with transact, which joins the one that is open.')
    const from = currentTx() ?? client
    const value: unknown = Reflect.get(from, name)
    return typeof value === 'function' ? value.bind(from) : value
  },
})

/**
 * Guards calls to anything but the database, which would prolong the transaction's connection and locks.
 * @throws {Error} inside a transaction: a programming error, for the log
 */
export function requireNoTransaction(what: string): void {
  if (currentTx()) throw new Error(`${what} has no place inside a transaction.`)
}

/**
 * SQL with parameters. With a name it is planned once per connection, so give none if the text varies with what a client may combine;
 * without a name it is planned each time for these values.
 */
export type Statement = { name?: string; text: string; values: unknown[] }

export async function queryRows<Row extends object>(statement: Statement): Promise<Row[]> {
  const tx = currentTx()
  return tx ? tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values) : queryRowsAutoCommit<Row>(statement)
}

/**
 * The name of a prepared statement. It ends with a hash of the text, because two texts of one name fail on the connection that they share.
 * PostgreSQL cuts names after 63 characters.
 */
function preparedName(name: string, text: string): string {
  return `${name.slice(0, 40)}:${createHash('sha1').update(text).digest('base64url').slice(0, 16)}`
}

/**
 * Runs a statement that commits on its own, whatever becomes of the caller, such as a counter of attempts.
 * @throws {Error} inside a transaction, which would hold one connection and wait for another
 */
export async function queryRowsAutoCommit<Row extends object>({ name, text, values }: Statement): Promise<Row[]> {
  requireNoTransaction('A statement that commits on its own')
  const { rows } = await pool.query<Row & QueryResultRow>({
    ...(env.isPooled || name === undefined ? {} : { name: preparedName(name, text) }),
    text,
    values,
  })
  return rows
}

export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect()
  await pool.end()
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return constraint === undefined || JSON.stringify(error.meta ?? {}).includes(constraint)
}

export function isForeignKeyViolation(error: unknown): boolean {
  return /\b(P2003|23503)\b/.test(errorChainText(error))
}

export async function isDatabaseUp(): Promise<boolean> {
  try {
    await pool.query('SELECT 1')
    return true
  } catch (error) {
    log.error({ err: error }, 'the database does not answer')
    return false
  }
}
