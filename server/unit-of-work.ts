import { now } from './clock'
import { isRetryableTransactionError } from './database-errors'
import { Prisma, queryRows, requireNoTransaction, type Statement, type Tx } from './db'
import { addToCachedBacklog } from './jobs/backlog'
import type { JobSignal } from './jobs/queue-names'
import { signalJobsAfterResponse } from './jobs/signal-jobs'
import {
  type CommitEffects,
  currentTransactionScope,
  currentTx,
  getOrBeginTx,
  inLazyTransaction,
  inNewTransaction,
  inSavepoint,
} from './transaction'
import type { EventKind } from './webhooks/schema'

/*
 * The ways to change data (docs/decisions/0045-transaction-functions.md): {@link transact} for everything ordinary;
 * {@link transactStatement} where one statement is the whole transaction; {@link transactLazily} for idempotent requests;
 * {@link withSnapshot} for long consistent reads.
 */

/** An event for webhook subscribers. The payload is the API representation of the record. */
export type DomainEvent = { organizationId: string; kind: Exclude<EventKind, 'step.completed'>; payload: object }

export type UnitOfWork = {
  tx: Tx
  emit: (...events: DomainEvent[]) => Promise<void>
  /** Signals a worker after the commit. The row is what guarantees the work; the signal only avoids waiting for the sweep. */
  signal: (event: JobSignal) => void
}

const MAX_ATTEMPTS = 4

/**
 * Runs `work` in a transaction, with its events, and signals workers only after the commit. Retried after a deadlock, so `work` must have
 * no side effects outside the transaction. Nested calls are savepoints: a failure rolls back only that part.
 * @param statementMs statement timeout, where the one of requests is too short
 */
export async function transact<T>(
  work: (work: UnitOfWork) => Promise<T>,
  { statementMs }: { statementMs?: number } = {},
): Promise<T> {
  const limits = statementMs === undefined ? {} : { statement: statementMs }
  const outer = currentTransactionScope()
  if (!outer) return withRetries((effects) => inNewTransaction(effects, (tx) => work(createWork(tx, effects)), limits))
  const inner: CommitEffects = { events: [], callbacks: [] }
  const result = await inSavepoint(outer, inner, (tx) => work(createWork(tx, inner)), limits)
  outer.effects.events.push(...inner.events)
  outer.effects.callbacks.push(...inner.callbacks)
  return result
}

/** Runs a callback after the commit of the open transaction, never after a rollback. @throws {Error} outside of a transaction */
export function afterCommit(callback: () => void): void {
  const scope = currentTransactionScope()
  if (!scope || !currentTx()) throw new Error('afterCommit has a place only inside a transaction.')
  scope.effects.callbacks.push(callback)
}

/**
 * Wraps an operation in one lazily opened transaction: everything that it transacts commits or fails together. The transaction begins with
 * the first call that transacts, so earlier reads and network calls hold no connection.
 */
export async function transactLazily<T, R>(
  operation: () => Promise<T>,
  {
    begin,
    complete,
  }: {
    begin: (tx: Tx) => Promise<void>
    complete: (result: T, tx: Tx | null) => Promise<R>
  },
): Promise<R> {
  return withRetries((effects) => inLazyTransaction(effects, operation, begin, complete))
}

const SNAPSHOT_MS = 10 * 60_000

/** Runs `work` in a new repeatable-read transaction that may take minutes: all statements see one snapshot. Retried on a write conflict. */
export async function withSnapshot<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  requireNoTransaction('A snapshot')
  const limits = { total: SNAPSHOT_MS, statement: SNAPSHOT_MS, lock: 0, isolationLevel: 'RepeatableRead' } as const
  return withRetries((effects) => inNewTransaction(effects, work, limits))
}

async function withRetries<T>(run: (effects: CommitEffects) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const effects: CommitEffects = { events: [], callbacks: [] }
    try {
      const result = await run(effects)
      for (const callback of effects.callbacks) callback()
      if (effects.events.length > 0) await signalJobsAfterResponse(effects.events)
      return result
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryableTransactionError(error)) throw error
    }
  }
}

function createWork(tx: Tx, { events }: CommitEffects): UnitOfWork {
  return {
    tx,
    emit: async (...domainEvents) => void events.push(...(await writeDeliveries(tx, domainEvents))),
    signal: (event) => void events.push(event),
  }
}

/**
 * Runs a single statement as a complete transaction, in one round trip. Its row lists the deliveries inserted through `emit_events`. Joins
 * an open transaction.
 * @param statement returns one row
 * @param extraSignals further signals after the commit
 */
export async function transactStatement<Row extends object>(
  organizationId: string,
  statement: Statement,
  extraSignals: (row: Row & { deliveries: string[] | null }) => JobSignal[] = () => [],
): Promise<Row & { deliveries: string[] | null }> {
  const outer = currentTransactionScope()
  if (outer) await getOrBeginTx(outer)
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await queryRows<Row & { deliveries: string[] | null }>(statement)
      if (!row) throw new Error(`${statement.name} answered without a row`)
      const signals = [...signalsForDeliveries(organizationId, row.deliveries), ...extraSignals(row)]
      if (outer) outer.effects.events.push(...signals)
      else await signalJobsAfterResponse(signals)
      return row
    } catch (error) {
      if (outer || attempt >= MAX_ATTEMPTS || !isRetryableTransactionError(error)) throw error
    }
  }
}

/**
 * One row per event and active subscription to its kind whose owner key, if any, is active; see the database function `emit_events`. All
 * events of one call must belong to one organization.
 */
async function writeDeliveries(tx: Tx, events: readonly DomainEvent[]): Promise<JobSignal[]> {
  const organizationId = events[0]?.organizationId
  if (organizationId === undefined) return []
  const kinds = events.map((event) => event.kind)
  const bodies = events.map((event) => JSON.stringify([event.payload]))
  const [inserted] = await tx.$queryRaw<{ deliveries: string[] }[]>(Prisma.sql`
    SELECT emit_events(${organizationId}::uuid, ${kinds}::text[], ${bodies}::text[], ${now()}) AS deliveries`)
  return signalsForDeliveries(organizationId, inserted?.deliveries)
}

function signalsForDeliveries(organizationId: string, deliveries: readonly string[] | null | undefined): JobSignal[] {
  const count = deliveries?.length ?? 0
  addToCachedBacklog(organizationId, 'deliveries', count)
  return count > 0 ? [{ queue: 'webhooks/deliveries', organizationId }] : []
}
