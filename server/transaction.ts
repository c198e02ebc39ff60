import { createHash } from 'node:crypto'
import { PrismaPg } from '@prisma/adapter-pg'
import { type Prisma, PrismaClient } from '@/prisma/generated/client'
import { AsyncContextValue } from './async-context-value'
import { env } from './env'
import type { JobSignal } from './jobs/queue-names'
import { pool } from './pool'
import { oncePerProcess } from './process-state'

/*
 * How transactions begin, nest and end. Only server/db.ts and server/unit-of-work.ts import it (enforced by the linter): the rest of the
 * code takes what these two offer (docs/decisions/0045-transaction-functions.md).
 */

function openPrisma() {
  // Named statements are planned once per connection: about 10 % faster.
  const statementNameGenerator = ({ sql }: { sql: string }) => createHash('sha1').update(sql).digest('base64url')
  return new PrismaClient({ adapter: new PrismaPg(pool, env.isPooled ? {} : { statementNameGenerator }) })
}

export const prisma = oncePerProcess('prisma', openPrisma)

type TransactionClient = Prisma.TransactionClient
export type Tx = Omit<TransactionClient, '$transaction'>

export type CommitEffects = { events: JobSignal[]; callbacks: (() => void)[] }

/** Transaction of an async context. `tx` is null before it begins and after it has ended. `queue` runs savepoints one after another. */
type TransactionScope = {
  tx: TransactionClient | null
  begin: (() => Promise<TransactionClient>) | null
  queue: Promise<unknown>
  effects: CommitEffects
}

const scopes = new AsyncContextValue<TransactionScope>()

export function currentTx(): TransactionClient | null {
  return scopes.get()?.tx ?? null
}

/** The transaction of this async context that has not ended; it may begin lazily. */
export function currentTransactionScope(): TransactionScope | null {
  const scope = scopes.get()
  return scope?.tx || scope?.begin ? scope : null
}

export async function getOrBeginTx({ tx, begin }: TransactionScope): Promise<TransactionClient> {
  if (tx) return tx
  if (!begin) throw new Error('The transaction has ended.')
  return begin()
}

type Limits = { total?: number; statement?: number; lock?: number; isolationLevel?: 'RepeatableRead' }

const TOTAL_MS = 30_000
const CONNECTION_WAIT_MS = 10_000

export function inNewTransaction<T>(
  effects: CommitEffects,
  work: (tx: Tx) => Promise<T>,
  { total = TOTAL_MS, isolationLevel, ...limits }: Limits = {},
): Promise<T> {
  const options = { timeout: total, maxWait: CONNECTION_WAIT_MS, ...(isolationLevel ? { isolationLevel } : {}) }
  return prisma.$transaction((tx) => runInScope(tx, effects, work, limits), options)
}

export async function inSavepoint<T>(
  scope: TransactionScope,
  effects: CommitEffects,
  work: (tx: Tx) => Promise<T>,
  limits: Pick<Limits, 'statement' | 'lock'> = {},
): Promise<T> {
  const outer = await getOrBeginTx(scope)
  // Savepoints can nest, but not run side by side.
  const part = () => outer.$transaction((tx) => runInScope(tx, effects, work, limits))
  const result = scope.queue.then(part, part)
  scope.queue = result.catch(() => undefined)
  return result
}

/**
 * Runs an operation whose transaction begins with the first call that transacts and lasts to the end of the operation.
 * @param begin runs in the transaction before everything else
 * @param complete runs in the transaction after the operation; without a transaction if the operation never transacted
 */
export async function inLazyTransaction<T, R>(
  effects: CommitEffects,
  operation: () => Promise<T>,
  begin: (tx: Tx) => Promise<void>,
  complete: (result: T, tx: Tx | null) => Promise<R>,
): Promise<R> {
  let opened: Promise<OpenTransaction> | undefined
  let begun: Promise<TransactionClient> | undefined
  const open = async () => {
    opened = openTransaction()
    const { tx } = await opened
    await begin(tx)
    scope.tx = tx
    return tx
  }
  const scope: TransactionScope = { tx: null, begin: () => (begun ??= open()), queue: Promise.resolve(), effects }
  try {
    const result = await complete(await scopes.run(scope, operation), scope.tx)
    await (await opened)?.commit()
    return result
  } catch (error) {
    await (await opened?.catch(() => undefined))?.rollback()
    throw error
  } finally {
    endScope(scope)
  }
}

type OpenTransaction = { tx: TransactionClient; commit: () => Promise<void>; rollback: () => Promise<void> }

function openTransaction(): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const transaction = prisma.$transaction(
      (tx) =>
        new Promise<void>((commit, rollback) => {
          const end = (finish: () => void) => {
            finish()
            return transaction
          }
          resolve({
            tx,
            commit: () => end(commit),
            rollback: () => end(() => rollback(new Error('rolled back'))).catch(() => undefined),
          })
        }),
      { timeout: TOTAL_MS, maxWait: CONNECTION_WAIT_MS },
    )
    transaction.catch(reject)
  })
}

async function runInScope<T>(
  tx: TransactionClient,
  effects: CommitEffects,
  work: (tx: Tx) => Promise<T>,
  { statement, lock }: Pick<Limits, 'statement' | 'lock'>,
): Promise<T> {
  if (statement !== undefined) await setTimeoutSetting(tx, 'statement_timeout', statement)
  if (lock !== undefined) await setTimeoutSetting(tx, 'lock_timeout', lock)
  const scope: TransactionScope = { tx, begin: null, queue: Promise.resolve(), effects }
  try {
    return await scopes.run(scope, () => work(tx))
  } finally {
    endScope(scope)
  }
}

async function setTimeoutSetting(
  tx: TransactionClient,
  setting: 'statement_timeout' | 'lock_timeout',
  ms: number,
): Promise<void> {
  await tx.$executeRaw`SELECT set_config(${setting}, ${String(ms)}, true)`
}

/** Un-awaited work that outlives the transaction uses the pool. */
function endScope(scope: TransactionScope): void {
  scope.tx = null
  scope.begin = null
}
