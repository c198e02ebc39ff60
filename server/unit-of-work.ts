import { now } from './clock'
import { ContextValue } from './context'
import { isRetryable } from './database-errors'
import { inOneTransaction, inTransaction, joined, Prisma, queryRows, type Statement, type Tx } from './db'
import { noteQueued } from './jobs/backlog'
import { deliveriesQueued, type WakeEvent } from './jobs/events'
import { wakeAfterAnswer } from './jobs/wake'
import type { EventKind } from './webhooks/schema'

/** An event for webhook subscribers. The payload is the API representation of the record. */
export type DomainEvent = { organizationId: string; kind: Exclude<EventKind, 'step.completed'>; payload: object }

export type Work = {
  tx: Tx
  /** Inserts one delivery row per event and matching subscription, in this transaction. */
  emit: (...events: DomainEvent[]) => Promise<void>
  /** Signals a worker after the commit. The row is what guarantees the work; the signal only avoids waiting for the sweep. */
  wake: (event: WakeEvent) => void
}

const MAX_TRIES = 4

type Wakes = { events: WakeEvent[]; tellings: (() => void)[]; isOpen: boolean }
const enclosing = new ContextValue<Wakes>()

/**
 * Runs `work` in a transaction, with its events, and signals workers only after the commit. Retried after a deadlock, so `work` must have
 * no side effects outside the transaction. Nested calls are savepoints: a failure rolls back only that part.
 */
export async function transact<T>(work: (work: Work) => Promise<T>): Promise<T> {
  const outer = enclosing.get()
  if (!outer?.isOpen) return wakingAfter(({ events }) => inTransaction((tx) => work(workIn(tx, events))))
  const inner: Wakes = { events: [], tellings: [], isOpen: true }
  const result = await enclosing.run(inner, () => inTransaction((tx) => work(workIn(tx, inner.events))))
  inner.isOpen = false
  outer.events.push(...inner.events)
  outer.tellings.push(...inner.tellings)
  return result
}

/** Runs a callback after the commit of the open transaction, never after a rollback; immediately without a transaction. */
export function afterCommit(tell: () => void): void {
  const open = enclosing.get()
  if (open?.isOpen) open.tellings.push(tell)
  else tell()
}

/**
 * Wraps an operation in one lazily opened transaction: everything that it transacts commits or fails together. The transaction begins with
 * the first call that transacts, so earlier reads and network calls hold no connection.
 * @param first runs in the transaction before everything else
 * @param last runs in the transaction after everything else and returns the overall result; without a transaction, and with null, if the
 * operation never transacted
 */
export async function transactAround<T, R>(
  operation: () => Promise<T>,
  first: (tx: Tx) => Promise<void>,
  last: (result: T, tx: Tx | null) => Promise<R>,
): Promise<R> {
  return wakingAfter(() => inOneTransaction(operation, first, last))
}

async function wakingAfter<T>(operation: (wakes: Wakes) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const wakes: Wakes = { events: [], tellings: [], isOpen: true }
    try {
      const result = await enclosing.run(wakes, () => operation(wakes))
      wakes.isOpen = false
      for (const tell of wakes.tellings) tell()
      if (wakes.events.length > 0) await wakeAfterAnswer(wakes.events)
      return result
    } catch (error) {
      wakes.isOpen = false
      if (attempt >= MAX_TRIES || !isRetryable(error)) throw error
    }
  }
}

function workIn(tx: Tx, events: WakeEvent[]): Work {
  return {
    tx,
    emit: async (...happened) => void events.push(...(await writeDeliveries(tx, happened))),
    wake: (event) => void events.push(event),
  }
}

/**
 * Runs a single statement as a complete transaction, in one round trip. Its row lists the deliveries inserted through `emit_events`. Joins
 * an open transaction.
 * @param statement returns one row
 * @param alsoWakes further signals after the commit
 */
export async function transactStatement<Row extends object>(
  organizationId: string,
  statement: Statement,
  alsoWakes: (row: Row & { deliveries: string[] | null }) => WakeEvent[] = () => [],
): Promise<Row & { deliveries: string[] | null }> {
  const outer = await joined()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await queryRows<Row & { deliveries: string[] | null }>(statement)
      if (!row) throw new Error(`${statement.name} answered without a row`)
      const wakes = [...wakesFor(organizationId, row.deliveries), ...alsoWakes(row)]
      if (outer) enclosing.get()?.events.push(...wakes)
      else await wakeAfterAnswer(wakes)
      return row
    } catch (error) {
      if (outer || attempt >= MAX_TRIES || !isRetryable(error)) throw error
    }
  }
}

/**
 * One row per event and active subscription to its kind whose owner key, if any, is active; see the database function `emit_events`. All
 * events of one call must belong to one organization.
 */
async function writeDeliveries(tx: Tx, events: readonly DomainEvent[]): Promise<WakeEvent[]> {
  const organizationId = events[0]?.organizationId
  if (organizationId === undefined) return []
  const kinds = events.map((event) => event.kind)
  const bodies = events.map((event) => JSON.stringify([event.payload]))
  const [written] = await tx.$queryRaw<{ deliveries: string[] }[]>(Prisma.sql`
    SELECT emit_events(${organizationId}::uuid, ${kinds}::text[], ${bodies}::text[], ${now()}) AS deliveries`)
  return wakesFor(organizationId, written?.deliveries)
}

function wakesFor(organizationId: string, deliveries: readonly string[] | null | undefined): WakeEvent[] {
  const count = deliveries?.length ?? 0
  noteQueued(organizationId, 'deliveries', count)
  return count > 0 ? [deliveriesQueued(organizationId)] : []
}
