import { MINUTE_MS, now } from '../clock'
import { db } from '../db'
import { countFailures, type FailureRow } from './failure-queries'
import { listFaults } from './faults'
import { listPauses } from './pauses'
import type { FailureGroup, FaultCount, Operations } from './schema'
import { countWaiting } from './waiting-queries'

/** Work due for longer is behind: the queues begin within seconds, and look for what they missed every minute. */
const LATE_MS = 10 * MINUTE_MS

/** What waits, what is on hold and why, and what failed within seven days. */
export async function getOperations(organizationId: string): Promise<Operations> {
  const [waiting, faults, { pauses, restricted }, failures] = await Promise.all([
    countWaiting(organizationId),
    listFaults(organizationId),
    listPauses(organizationId),
    countFailures(organizationId),
  ])
  const lateSince = new Date(now().getTime() - LATE_MS)
  return {
    waiting: waiting.map(({ oldestAt, ...row }) => ({
      ...row,
      oldestAt: oldestAt.toISOString(),
      isLate: oldestAt < lateSince,
    })),
    faults: faults.map((fault) => (fault.kind === 'restriction' ? { ...fault, count: restricted } : fault)),
    pauses,
    failures: await nameRecords(organizationId, failures),
  }
}

/** How many faults wait for an owner or admin. */
export async function countFaults(organizationId: string): Promise<FaultCount> {
  return { count: (await listFaults(organizationId)).length }
}

async function nameRecords(organizationId: string, rows: readonly FailureRow[]): Promise<FailureGroup[]> {
  const where = { organizationId, id: { in: rows.flatMap(({ recordId }) => recordId ?? []) } }
  const [sequences, webhooks] = await Promise.all([
    db.sequence.findMany({ where, select: { id: true, name: true } }),
    db.webhookSubscription.findMany({ where, select: { id: true, hookUrl: true } }),
  ])
  const names = new Map([
    ...sequences.map(({ id, name }) => [id, name] as const),
    ...webhooks.map(({ id, hookUrl }) => [id, hookUrl] as const),
  ])
  return rows.map(({ latestAt, ...row }) => ({
    ...row,
    name: names.get(row.recordId ?? '') ?? null,
    latestAt: latestAt.toISOString(),
  }))
}
