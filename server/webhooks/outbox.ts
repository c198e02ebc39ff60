import { AsyncLocalStorage } from 'node:async_hooks'
import { wakeAll } from '@/inngest/client'
import { now } from '../clock'
import { db, isRetryable, Prisma, rowsOf, type Statement, type Tx } from '../db'
import type { EventKind } from './schema'

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

export type WakeEvent = Parameters<typeof wakeAll>[0][number]

const MAX_TRIES = 4
const enclosing = new AsyncLocalStorage<Work>()

/**
 * Runs `work` in one transaction, with what it emits; wakes the workers after the commit and only then. A transaction
 * that PostgreSQL ended to break a circle of waiting is tried again, so `work` must have no effect outside it. Inside
 * {@link transactAround} it joins that transaction.
 */
export async function transact<T>(work: (work: Work) => Promise<T>): Promise<T> {
  const outer = enclosing.getStore()
  return outer ? work(outer) : begin(work)
}

/** One transaction around a whole operation: whatever it transacts joins in, and commits or fails with it. */
export async function transactAround<T>(operation: (work: Work) => Promise<T>): Promise<T> {
  return begin((work) => enclosing.run(work, () => operation(work)))
}

async function begin<T>(work: (work: Work) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const wakes: WakeEvent[] = []
    try {
      const result = await db.$transaction(
        (tx) =>
          work({
            tx,
            emit: async (...events) => void wakes.push(...(await writeDeliveries(tx, events))),
            wake: (event) => void wakes.push(event),
          }),
        { timeout: 30_000, maxWait: 10_000 },
      )
      if (wakes.length > 0) await wakeAll(wakes)
      return result
    } catch (error) {
      if (attempt >= MAX_TRIES || !isRetryable(error)) throw error
    }
  }
}

/**
 * Runs one statement that is a whole transaction by itself: where everything fits in one, it takes one round trip. Its
 * row names the deliveries that it wrote through `emit_events`. Joins {@link transactAround} like everything else.
 * @param statement answers with one row.
 */
export async function transactStatement<Row extends object>(
  organizationId: string,
  statement: Statement,
): Promise<Row & { deliveries: string[] | null }> {
  const outer = enclosing.getStore()
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [row] = await (outer
        ? outer.tx.$queryRawUnsafe<(Row & { deliveries: string[] | null })[]>(statement.text, ...statement.values)
        : rowsOf<Row & { deliveries: string[] | null }>(statement))
      if (!row) throw new Error(`${statement.name} answered without a row`)
      const wakes = (row.deliveries ?? []).map((id) => deliveryQueued(organizationId, id))
      if (outer) for (const wake of wakes) outer.wake(wake)
      else await wakeAll(wakes)
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
  return (written?.deliveries ?? []).map((id) => deliveryQueued(organizationId, id))
}

export function deliveryQueued(organizationId: string, deliveryId: string): WakeEvent {
  return { name: 'webhooks/delivery.queued', data: { organizationId, deliveryId } }
}
