import { now } from './clock'
import { ContextValue } from './context'
import { isRetryable } from './database-errors'
import { inOneTransaction, inTransaction, joined, Prisma, queryRows, type Statement, type Tx } from './db'
import { noteQueued } from './jobs/backlog'
import { deliveriesQueued, type WakeEvent } from './jobs/events'
import { wakeAfterAnswer } from './jobs/wake'
import type { EventKind } from './webhooks/schema'

/** What happened, for whoever subscribed to it. The payload is the API's own single object. */
export type DomainEvent = { organizationId: string; kind: Exclude<EventKind, 'step.completed'>; payload: object }

/** What a transaction may do beside its queries. */
export type Work = {
  tx: Tx
  /** Writes one delivery row per event and subscription that holds it, in this transaction. */
  emit: (...events: DomainEvent[]) => Promise<void>
  /** After the commit, tells a worker that a row waits; the row is the promise, this only saves the wait for a sweep. */
  wake: (event: WakeEvent) => void
}

const MAX_TRIES = 4

/** What is to be woken, and told, after the commit of the transaction that this context has open. */
type Wakes = { events: WakeEvent[]; tellings: (() => void)[]; isOpen: boolean }
const enclosing = new ContextValue<Wakes>()

/**
 * Runs `work` in one transaction, with what it emits; wakes the workers after the commit and only then. A transaction
 * that PostgreSQL ended to break a circle of waiting is tried again, so `work` must have no effect outside it. Inside
 * another transaction it is a part of that one: what fails in it is undone, and the rest may go on.
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

/** Does something once the transaction that is open is committed, and never if it is not; at once where none is. */
export function afterCommit(tell: () => void): void {
  const open = enclosing.get()
  if (open?.isOpen) open.tellings.push(tell)
  else tell()
}

/**
 * One transaction around a whole operation: whatever it transacts joins in, and commits or fails with it. It begins with
 * the first that the operation transacts, so that what is read and asked of the network before holds nothing.
 * @param first runs in it before anything else. @param last runs in it after everything else and makes its result the
 * whole's; in none, and with null, where the operation never transacted.
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
 * Runs one statement that is a whole transaction by itself: where everything fits in one, it takes one round trip. Its
 * row names the deliveries that it wrote through `emit_events`. Joins the transaction around it like everything else.
 * @param statement answers with one row. @param alsoWakes what else waits once that row is committed.
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
 * One row per event and active subscription that holds its kind and whose owner key, if it has one, is active: the
 * function `emit_events` in the database. All events of one call belong to one organization.
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
