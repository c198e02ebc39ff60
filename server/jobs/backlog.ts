import { queryRows } from '../db'
import { env } from '../env'
import { BacklogFull } from '../errors'

/*
 * Queue limits per organization. Counts through an index, up to the limit only, and caches the count: items queued meanwhile are added to
 * it.
 */

export type Backlog = 'deliveries' | 'sendings'

type Counted = { waiting: number; at: number }

const COUNTED_MS = 1000
/** Large counts are expensive, so they are cached longer. */
const MANY = 5000
const COUNTED_MANY_MS = 5000
const RETRY_AFTER_S = 60
const REMEMBERED = 10_000

const COUNT_SQL: Record<Backlog, string> = {
  deliveries: `SELECT count(*)::int AS waiting FROM (
    SELECT FROM webhook_delivery WHERE organization_id = $1::uuid AND status = 'pending' LIMIT $2) w`,
  sendings: `SELECT count(*)::int AS waiting FROM (
    SELECT FROM sending WHERE organization_id = $1::uuid AND due_at <= clock_timestamp() LIMIT $2) w`,
}

const counts = new Map<string, Counted>()

/**
 * For operations that queue more items. Call it before writing anything and outside a transaction.
 * @throws {BacklogFull} if the organization's queue is full
 */
export async function requireRoom(organizationId: string, ...backlogs: Backlog[]): Promise<void> {
  for (const backlog of backlogs)
    if ((await roomFor(organizationId, backlog)) <= 0) throw new BacklogFull(backlog, RETRY_AFTER_S)
}

export async function roomFor(organizationId: string, backlog: Backlog): Promise<number> {
  const key = `${backlog} ${organizationId}`
  const most = { deliveries: env.waitingDeliveriesMax, sendings: env.waitingSendingsMax }[backlog]
  const known = counts.get(key)
  if (known && isRecent(known)) return most - known.waiting
  const [row] = await queryRows<{ waiting: number }>({
    name: `count-waiting-${backlog}`,
    text: COUNT_SQL[backlog],
    values: [organizationId, most],
  })
  const waiting = row?.waiting ?? 0
  if (counts.size >= REMEMBERED) counts.clear()
  counts.set(key, { waiting, at: Date.now() })
  return most - waiting
}

/** Keeps the cached count current between refreshes. */
export function noteQueued(organizationId: string, backlog: Backlog, count: number): void {
  const known = counts.get(`${backlog} ${organizationId}`)
  if (known) known.waiting += count
}

function isRecent({ waiting, at }: Counted): boolean {
  return Date.now() - at < (waiting < MANY ? COUNTED_MS : COUNTED_MANY_MS)
}
