import { AsyncLocalStorage } from 'node:async_hooks'
import { v7 as uuidv7 } from 'uuid'
import { wakeAll } from '@/inngest/client'
import { now } from '../clock'
import { db, isRetryable, Prisma, type Tx } from '../db'
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
 * One row per event and active subscription that holds its kind and whose owner key, if it has one, is active. The
 * subscriptions are locked against deletion for the rest of the transaction: a concurrent unsubscribe waits, or its row
 * is not seen. All events of one call belong to one organization.
 */
async function writeDeliveries(tx: Tx, events: readonly DomainEvent[]): Promise<WakeEvent[]> {
  const organizationId = events[0]?.organizationId
  if (organizationId === undefined) return []
  const kinds = [...new Set(events.map((event) => event.kind))]
  const subscriptions = await tx.$queryRaw<{ id: string; trigger_types: string[] }[]>(Prisma.sql`
    SELECT s.id, s.trigger_types FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.active AND s.trigger_types && ${kinds}::text[] AND coalesce(k.is_active, true)
    ORDER BY s.id FOR KEY SHARE OF s`)
  if (subscriptions.length === 0) return []
  const rows = events.flatMap(({ kind, payload }) => {
    const body = JSON.stringify([payload])
    return subscriptions
      .filter((subscription) => subscription.trigger_types.includes(kind))
      .map(({ id }) => ({ id: uuidv7(), organizationId, subscriptionId: id, kind, body, nextAttemptAt: now() }))
  })
  await tx.webhookDelivery.createMany({ data: rows })
  return rows.map((row) => deliveryQueued(organizationId, row.id))
}

export function deliveryQueued(organizationId: string, deliveryId: string): WakeEvent {
  return { name: 'webhooks/delivery.queued', data: { organizationId, deliveryId } }
}
