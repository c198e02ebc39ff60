import { now } from '../../clock'
import { db, type Tx } from '../../db'
import { requireCapacity } from '../../jobs/backlog'
import { lockRow } from '../../locks'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { decideBody, type TriggerDecision } from './decide-body'
import { TriggerSettings } from './schema'

const FAILURES_MAX = 8
const FIRST_RETRY_MS = 30_000

/**
 * Decides on a request once, in the transaction that enrols. After an internal error it is tried again, up to {@link FAILURES_MAX} times within
 * about an hour.
 * @throws {BacklogFull} if too much waits to be sent: the request stays due
 */
export async function decideRequest(organizationId: string, id: string): Promise<void> {
  await requireCapacity(organizationId, 'sendings', 'deliveries')
  try {
    await transact((work) => decideLockedRequest(work, organizationId, id))
  } catch (error) {
    await recordFailure(organizationId, id)
    throw error
  }
}

async function decideLockedRequest(work: UnitOfWork, organizationId: string, id: string): Promise<void> {
  const { tx } = work
  const where = { id, organizationId, decidedAt: null }
  const request = await tx.triggerRequest.findFirst({ where, select: { addressId: true } })
  if (!request) return
  await lockRow(tx, 'trigger_address', organizationId, request.addressId, 'NO KEY UPDATE')
  // Read again under the lock: another worker may have decided meanwhile.
  const [due, address] = [
    await tx.triggerRequest.findFirst({ where }),
    await tx.triggerAddress.findFirst({ where: { id: request.addressId, organizationId } }),
  ]
  if (!due || !address) return
  const { sequenceId, settings, isActive } = address
  const decision =
    isActive && settings !== null && due.body !== null
      ? (
          await decideBody(work, organizationId, {
            sequenceId,
            settings: TriggerSettings.parse(settings),
            body: JSON.parse(due.body) as unknown,
          })
        ).decision
      : { outcome: 'sample' as const, details: [], contactId: null, sendingId: null }
  await recordDecision(tx, organizationId, id, decision)
}

async function recordDecision(
  tx: Tx,
  organizationId: string,
  id: string,
  { outcome, details, contactId, sendingId }: TriggerDecision,
): Promise<void> {
  await tx.triggerRequest.update({
    where: { id, organizationId },
    data: { outcome, details, contactId, sendingId, decidedAt: now(), dueAt: null },
  })
}

async function recordFailure(organizationId: string, id: string): Promise<void> {
  const where = { id, organizationId, decidedAt: null }
  const request = await db.triggerRequest.findFirst({ where, select: { failures: true } })
  if (!request) return
  const failures = request.failures + 1
  const retry = { dueAt: new Date(now().getTime() + FIRST_RETRY_MS * 2 ** (failures - 1)) }
  const end = { dueAt: null, decidedAt: now(), outcome: 'failed' }
  await db.triggerRequest.updateMany({ where, data: { failures, ...(failures < FAILURES_MAX ? retry : end) } })
}
