import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import type { QueryResultRow } from 'pg'
import { Prisma, PrismaClient } from '@/prisma/generated/client'
import { ContextValue } from './context'
import { errorWords, isRetryable } from './database-errors'
import { env } from './env'
import { log } from './log'
import { areWritesFailing, pool } from './pool'

export { areWritesFailing, Prisma }

function openPrisma() {
  // Named statements are planned once per connection: about a tenth faster.
  const statementNameGenerator = ({ sql }: { sql: string }) => createHash('sha1').update(sql).digest('base64url')
  return new PrismaClient({ adapter: new PrismaPg(pool, env.isPooled ? {} : { statementNameGenerator }) })
}

const held = globalThis as { cfsPrisma?: PrismaClient }
const prisma: PrismaClient = (held.cfsPrisma ??= openPrisma())

/** A transaction, or the client itself: what a query needs. */
export type Tx = Omit<Prisma.TransactionClient, '$transaction'>

/** What this asynchronous context has open. `tx` is null before the first that transacts, and after the end. */
type Scope = { tx: Open | null; begin: (() => Promise<Open>) | null; turn: Promise<unknown> }
type Open = Prisma.TransactionClient

const scopes = new ContextValue<Scope>()

/**
 * The tables. Inside a transaction it is that transaction, whoever asks and however deep: nothing that runs in one can
 * wait for a second connection, or see less than its own transaction wrote.
 */
export const db: Tx = new Proxy<Tx>(prisma, {
  get: (client, name) => {
    if (name === '$transaction') throw new Error('Begin transactions with transact, which joins the one that is open.')
    const from = scopes.get()?.tx ?? client
    const value: unknown = Reflect.get(from, name)
    return typeof value === 'function' ? value.bind(from) : value
  },
})

/** Longer than a request may take; only what hangs gets here. */
const TRANSACTION = { timeout: 30_000, maxWait: 10_000 }

/**
 * Runs `work` in a transaction: in the one that this context has open, as a part that fails alone, or else in one of its
 * own. Everything that `work` asks of {@link db} and {@link queryRows} is in it.
 */
export async function inTransaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const scope = scopes.get()
  const outer = scope && (await joined())
  if (scope && outer) return inTurn(scope, () => outer.$transaction((tx) => within(tx, () => work(tx))))
  return prisma.$transaction((tx) => within(tx, () => work(tx)), TRANSACTION)
}

/** The transaction of this context, begun now if it was to begin with the first that transacts; null outside of any. */
export async function joined(): Promise<Open | null> {
  const scope = scopes.get()
  return scope?.tx ?? (await scope?.begin?.()) ?? null
}

/** @property commit also ends it, and throws where PostgreSQL could not. */
export type OpenTransaction = { tx: Open; commit: () => Promise<void>; rollback: () => Promise<void> }

/** A transaction that its caller ends. Nothing joins it; what is asked in it is asked of its `tx`. */
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
 * Runs an operation whose transaction begins with the first that it transacts and lasts to its end. Until then it holds
 * no connection: it may read, and ask the network.
 * @param first runs in the transaction as soon as it begins. @param last runs in it when the operation is done, and
 * makes its result the whole's; in none, and with null, where the operation never transacted.
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

/** What still runs, though nobody waits for it, asks the pool like anybody else. */
function close(scope: Scope): void {
  scope.tx = null
  scope.begin = null
}

/** Parts of one transaction follow one another: PostgreSQL knows savepoints inside each other, and none side by side. */
async function inTurn<T>(scope: Scope, part: () => Promise<T>): Promise<T> {
  const mine = scope.turn.then(part, part)
  scope.turn = mine.catch(() => undefined)
  return mine
}

/**
 * Refuses what waits for others than the database while a transaction holds a connection and locks.
 * @throws {Error} a fault of the program, for the log.
 */
export function requireNoTransaction(what: string): void {
  if (scopes.get()?.tx) throw new Error(`${what} has no place inside a transaction.`)
}

/**
 * SQL with its values in parameters. Under a name it is planned once per connection, so a name stands for one text;
 * without one it is planned each time, for these values.
 */
export type Statement = { name?: string; text: string; values: unknown[] }

/** Runs one statement, without Prisma in between: for what is asked most. Joins the transaction that is open. */
export async function queryRows<Row extends object>(statement: Statement): Promise<Row[]> {
  const tx = scopes.get()?.tx
  return tx ? tx.$queryRawUnsafe<Row[]>(statement.text, ...statement.values) : rowsApart<Row>(statement)
}

/** What is left of PostgreSQL's identifiers. */
const NAME_CHARACTERS = 63

/**
 * Runs one statement that must hold whatever becomes of anything else, such as a count of attempts.
 * @throws {Error} inside a transaction: it would hold one connection and wait for another.
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

/**
 * Runs `work` in a transaction whose statements may take longer than a request's.
 * @param ms for each statement.
 */
export async function withPatience<T>(ms: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inTransaction(async (tx) => {
    await tx.$executeRaw`SELECT set_config('statement_timeout', ${String(ms)}, true)`
    return work(tx)
  })
}

/** For what reads or makes all that an organization has. */
const LONG_MS = 10 * 60_000
const MOMENT = { isolationLevel: 'RepeatableRead', timeout: LONG_MS, maxWait: 10_000 } as const

/**
 * Runs `work` in a transaction of its own, all of whose statements see the same moment, and may take minutes; begun anew where
 * another one changed what it wanted to change.
 */
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

/** For a process that ends: a command of the operator. */
export async function closeDatabase(): Promise<void> {
  await prisma.$disconnect()
  await pool.end()
}

/** @param constraint the index or constraint name; any when absent. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError) || error.code !== 'P2002') return false
  return constraint === undefined || JSON.stringify(error.meta ?? {}).includes(constraint)
}

/** A row that another one refers to is gone, or was never in this organization. */
export function isForeignKeyViolation(error: unknown): boolean {
  return /\b(P2003|23503)\b/.test(errorWords(error))
}

/** Serializes what counts rows of one kind of an organization and adds to them, until the transaction ends. */
export async function lockForCount(tx: Tx, organizationId: string, kind: string): Promise<void> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind} ${organizationId}`}, 0))`
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
