import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { QueryResultRow } from 'pg'
import { Prisma, PrismaClient } from '@/prisma/generated/client'
import { ContextValue } from './context'
import { errorWords, isRetryable } from './database-errors'
import { env } from './env'
import { log } from './log'
import { areWritesFailing, pool } from './pool'
import { oncePerProcess } from './runtime'

export { areWritesFailing, Prisma }

function openPrisma() {
  // Named statements are planned once per connection: about 10 % faster.
  const statementNameGenerator = ({ sql }: { sql: string }) => createHash('sha1').update(sql).digest('base64url')
  return new PrismaClient({ adapter: new PrismaPg(pool, env.isPooled ? {} : { statementNameGenerator }) })
}

const prisma = oncePerProcess('prisma', openPrisma)

export type Tx = Omit<Prisma.TransactionClient, '$transaction'>

/** Transaction state of this async context. `tx` is null before the transaction begins and after it ends. */
type Scope = { tx: Open | null; begin: (() => Promise<Open>) | null; turn: Promise<unknown> }
type Open = Prisma.TransactionClient

const scopes = new ContextValue<Scope>()

/**
 * Database client. Inside a transaction it resolves to that transaction at any depth, so nested code never waits for a second connection or
 * misses its own uncommitted writes.
 */
export const db: Tx = new Proxy<Tx>(prisma, {
  get: (client, name) => {
    if (name === '$transaction') throw new Error('Begin transactions with transact, which joins the one that is open.')
    const from = scopes.get()?.tx ?? client
    const value: unknown = Reflect.get(from, name)
    return typeof value === 'function' ? value.bind(from) : value
  },
})

/** Above the request timeout; reached only by hanging transactions. */
const TRANSACTION = { timeout: 30_000, maxWait: 10_000 }

/**
 * Runs `work` in a transaction: as a savepoint of the open one, or in a new one. All queries of `work` through {@link db} and
 * {@link queryRows} join it.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = scopes.get()
  const outer = scope && (await joined())
  if (scope && outer) return inTurn(scope, () => outer.$transaction((tx) => within(tx, () => work(tx))))
  return prisma.$transaction((tx) => within(tx, () => work(tx)), TRANSACTION)
}

/** The transaction of this context, opened now if it was deferred; null outside of any. */
export async function joined(): Promise<Open | null> {
  const scope = scopes.get()
  return scope?.tx ?? (await scope?.begin?.()) ?? null
}

/** @property commit also ends the transaction; throws if PostgreSQL could not commit */
export type OpenTransaction = { tx: Open; commit: () => Promise<void>; rollback: () => Promise<void> }

/** Opens a transaction that the caller must end. It is not ambient: query it through its `tx`. */
export function openTransaction(): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const whole = prisma.$transaction(
      (tx) =>
        new Promise<void>((commit, rollback) => {
          const ended = (how: () => void) => {
            how()
            return whole
          }
          resolve({
            tx,
            commit: () => ended(commit),
            rollback: () => ended(() => rollback(new Error('rolled back'))).catch(() => undefined),
          })
        }),
      TRANSACTION,
    )
    whole.catch(reject)
  })
}

/**
 * Runs an operation whose transaction begins lazily, with the first call that transacts, and lasts to the end of the operation. Until then
 * it holds no connection, so it may read and call the network.
 * @param first runs in the transaction as soon as it begins
 * @param last runs in the transaction after the operation and returns the overall result; without a transaction, and with null, if the
 * operation never transacted
 */
export async function inOneTransaction<T, R>(
  operation: () => Promise<T>,
  first: (tx: Tx) => Promise<void>,
  last: (result: T, tx: Tx | null) => Promise<R>,
): Promise<R> {
  let opened: Promise<OpenTransaction> | undefined
  let begun: Promise<Open> | undefined
  const begin = async () => {
    opened = openTransaction()
    const { tx } = await opened
    await first(tx)
    scope.tx = tx
    return tx
  }
  const scope: Scope = { tx: null, begin: () => (begun ??= begin()), turn: Promise.resolve() }
  try {
    const result = await last(await scopes.run(scope, operation), scope.tx)
    await (await opened)?.commit()
    return result
  } catch (error) {
    await (await opened?.catch(() => undefined))?.rollback()
    throw error
  } finally {
    close(scope)
  }
}

async function within<T>(tx: Open, work: () => Promise<T>): Promise<T> {
  const scope: Scope = { tx, begin: null, turn: Promise.resolve() }
  try {
    return await scopes.run(scope, work)
  } finally {
    close(scope)
  }
}

/** Un-awaited work that outlives the transaction uses the pool. */
function close(scope: Scope): void {
  scope.tx = null
  scope.begin = null
}

/** Runs the parts of a transaction one after another: savepoints can nest but not run side by side. */
async function inTurn<T>(scope: Scope, part: () => Promise<T>): Promise<T> {
  const mine = scope.turn.then(part, part)
  scope.turn = mine.catch(() => undefined)
  return mine
}

/**
 * Guards calls to anything but the database, which would prolong the transaction's connection and locks.
 * @throws {Error} inside a transaction: a programming error, for the log
 */
export function requireNoTransaction(what: string): void {
  if (scopes.get()?.tx) throw new Error(`${what} has no place inside a transaction.`)
}

/**
 * SQL with parameters. With a name it is planned once per connection, so a name must belong to one text; without a name it is planned each
 * time for these values.
 */
export type Statement = { name?: string; text: string; values: unknown[] }

/** Runs a statement without Prisma, for hot paths. Joins the open transaction. */
export async function queryRows<Row extends object>(statement: Statement): Promise<Row[]> {
  const tx = scopes.get()?.tx
  return tx ? tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values) : rowsApart<Row>(statement)
}

const NAME_CHARACTERS = 63

/**
 * Runs a statement that commits independently, such as a counter of attempts.
 * @throws {Error} inside a transaction, which would hold one connection and wait for another
 */
export async function rowsApart<Row extends object>({ name, text, values }: Statement): Promise<Row[]> {
  requireNoTransaction('A statement apart')
  if (name !== undefined && name.length > NAME_CHARACTERS)
    throw new Error(
      `PostgreSQL cuts names of statements after ${NAME_CHARACTERS} characters, and takes two for one: ${name}`,
    )
  const { rows } = await pool.query<Row & QueryResultRow>({
    ...(env.isPooled || name === undefined ? {} : { name }),
    text,
    values,
  })
  return rows
}

export async function withPatience<T>(ms: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(ms)}, true)`
    return work(tx)
  })
}

const LONG_MS = 10 * 60_000
const MOMENT = { isolationLevel: 'RepeatableRead', timeout: LONG_MS, maxWait: 10_000 } as const

/** Runs `work` in a new repeatable-read transaction that may take minutes: all statements see one snapshot. Retried on a write conflict. */
export async function atOneMoment<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  requireNoTransaction('A long look')
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prisma.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(LONG_MS)}, true), set_config('lock_timeout', '0', true)`
        return within(tx, () => work(tx))
      }, MOMENT)
    } catch (error) {
      if (attempt >= 4 || !isRetryable(error)) throw error
    }
  }
}

/** For CLI processes, which must disconnect to exit. */
export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect()
  await pool.end()
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return constraint === undefined || JSON.stringify(error.meta ?? {}).includes(constraint)
}

/** The referenced row was deleted, or belongs to another organization. */
export function isForeignKeyViolation(error: unknown): boolean {
  return /\b(P2003|23503)\b/.test(errorWords(error))
}

/** Serializes "count, then insert" per organization and kind until the transaction ends. */
export async function lockForCount(tx: Tx, organizationId: string, kind: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} ${organizationId}`}, 0))`
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
