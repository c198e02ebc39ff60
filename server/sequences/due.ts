import { now } from '../clock'
import { db } from '../db'

/** A run that is on its way comes back by itself; one that is so late has lost its wake. */
const OVERDUE_MS = 60_000
/** A run that was woken may still wait for its turn behind many others: it is not woken again before this. */
const WOKEN_MS = 5 * 60_000

/**
 * Takes sendings that should have gone on a minute ago, most overdue first, to be woken: their job died, its event was
 * lost, or their steps were edited. Each is taken by one caller. Those of a sequence that waits have nothing due.
 */
export async function takeOverdueSendings(limit: number): Promise<{ organizationId: string; sendingId: string }[]> {
  const at = now().getTime()
  return db.$queryRaw`
    UPDATE sending SET due_at = ${new Date(at + WOKEN_MS)}
    WHERE id IN (SELECT id FROM sending WHERE due_at < ${new Date(at - OVERDUE_MS)} ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING organization_id AS "organizationId", id AS "sendingId"`
}
