import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { z } from 'zod'
import { openPool } from './database'

/* Accepts events from the client in any process: writes a queue row before answering. */

const JobEvent = z.object({
  id: z.string(),
  name: z.string(),
  data: z.record(z.string(), z.unknown()),
  ts: z.number(),
})
export type JobEvent = z.infer<typeof JobEvent>

const SentEvent = JobEvent.partial({ id: true, data: true, ts: true })

/** A queued event. `dedupe`: the sender chose the id, so the event starts each function at most once. */
export const QueuedEvent = JobEvent.extend({ dedupe: z.boolean() })
export type QueuedEvent = z.infer<typeof QueuedEvent>

/** Events per queue job: notifying about a job costs more than inserting it. */
const CHUNK = 100

/** Survives hot reloads, to avoid leaking pools. */
const held = globalThis as { cfsEventPools?: Map<string, Pool> }

/**
 * Queues the events of one request to the event API.
 * @param seed constant across retries of a request, for idempotency
 * @returns the event ids
 */
export async function acceptEvents(connectionString: string, body: unknown, seed?: string | null): Promise<string[]> {
  const events: QueuedEvent[] = z
    .array(SentEvent)
    .parse(Array.isArray(body) ? body : [body])
    .map((event, index) => ({
      id: event.id ?? (seed ? `${seed}:${index}` : randomUUID()),
      name: event.name,
      data: event.data ?? {},
      ts: event.ts ?? Date.now(),
      dedupe: event.id !== undefined || Boolean(seed),
    }))
  const chunks = Array.from({ length: Math.ceil(events.length / CHUNK) }, (_, n) =>
    events.slice(n * CHUNK, (n + 1) * CHUNK),
  )
  await sharedPool(connectionString).query(
    "SELECT graphile_worker.add_job('event', chunk) FROM json_array_elements($1::json) WITH ORDINALITY AS c(chunk, n) ORDER BY n",
    [JSON.stringify(chunks)],
  )
  return events.map(({ id }) => id)
}

function sharedPool(connectionString: string): Pool {
  held.cfsEventPools ??= new Map()
  const open = held.cfsEventPools.get(connectionString)
  if (open) return open
  const pool = openPool({ connectionString, max: 4, connectionTimeoutMillis: 2000 })
  held.cfsEventPools.set(connectionString, pool)
  return pool
}
