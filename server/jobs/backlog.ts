import { now } from '../clock'
import { db } from '../db'
import { env } from '../env'
import { BacklogFull } from '../errors'

/*
 * Queue limits per organization. Counts through an index, up to the limit only, and caches the count: items queued meanwhile are added to
 * it.
 */

export type BacklogName = 'deliveries' | 'sendings'

type CachedCount = { waiting: number; at: number }

const CACHE_MS = 1000
const LARGE_COUNT = 5000
const LARGE_COUNT_CACHE_MS = 5000
const RETRY_AFTER_S = 60
const CACHED_COUNTS_MAX = 10_000

const counts = new Map<string, CachedCount>()

/**
 * Call before anything is written, outside a transaction.
 * @throws {BacklogFull} if the organization's queue is full
 */
export async function requireCapacity(organizationId: string, ...backlogs: BacklogName[]): Promise<void> {
  for (const backlog of backlogs)
    if ((await remainingCapacity(organizationId, backlog)) <= 0) throw new BacklogFull(backlog, RETRY_AFTER_S)
}

export async function remainingCapacity(organizationId: string, backlog: BacklogName): Promise<number> {
  const key = `${backlog} ${organizationId}`
  const limit = { deliveries: env.waitingDeliveriesMax, sendings: env.waitingSendingsMax }[backlog]
  const cached = counts.get(key)
  if (cached && isRecent(cached)) return limit - cached.waiting
  const waiting = await countWaiting(organizationId, backlog, limit)
  if (counts.size >= CACHED_COUNTS_MAX) counts.clear()
  counts.set(key, { waiting, at: Date.now() })
  return limit - waiting
}

function countWaiting(organizationId: string, backlog: BacklogName, limit: number): Promise<number> {
  return backlog === 'deliveries'
    ? db.webhookDelivery.count({ where: { organizationId, status: 'pending' }, take: limit })
    : db.sending.count({ where: { organizationId, dueAt: { lte: now() } }, take: limit })
}

export function addToCachedBacklog(organizationId: string, backlog: BacklogName, count: number): void {
  const cached = counts.get(`${backlog} ${organizationId}`)
  if (cached) cached.waiting += count
}

function isRecent({ waiting, at }: CachedCount): boolean {
  return Date.now() - at < (waiting < LARGE_COUNT ? CACHE_MS : LARGE_COUNT_CACHE_MS)
}
