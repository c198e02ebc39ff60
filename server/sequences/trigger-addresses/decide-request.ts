import type { TriggerRequest } from '@/prisma/generated/client'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { requireCapacity } from '../../jobs/backlog'
import { lockRow } from '../../locks'
import { localizableMessage } from '../../messages/localizable-message'
import { transact, type UnitOfWork } from '../../unit-of-work'
import { TRIGGER_ATTEMPTS_MAX } from './constants'
import { decideBody, type TriggerDecision } from './decide-body'
import { claimRequest } from './queries'
import { TriggerSettings } from './schema'

const FIRST_RETRY_MS = 30_000

/**
 * Decides on a request once, in the transaction that enrols. After an internal error, or if the process dies, it is tried again, up to
 * {@link TRIGGER_ATTEMPTS_MAX} times within about an hour.
 * @throws {BacklogFull} if too much waits to be sent: the request stays due
 */
export async function decideRequest(organizationId: string, id: string): Promise<void> {
  await requireCapacity(organizationId, 'sendings', 'deliveries')
  const attempts = await transact(({ tx }) => claimRequest(tx, organizationId, id, FIRST_RETRY_MS))
  if (attempts === null) return
  try {
    await transact(async (work) => {
      const due = await lockUndecidedRequest(work.tx, organizationId, id)
      if (!due) return
      const decision = attempts > TRIGGER_ATTEMPTS_MAX ? FAILED : await decideLockedRequest(work, organizationId, due)
      await recordDecision(work.tx, organizationId, id, decision)
    })
  } catch (error) {
    if (attempts >= TRIGGER_ATTEMPTS_MAX) await recordFailure(organizationId, id)
    throw error
  }
}

const FAILED: TriggerDecision = {
  outcome: 'failed',
  details: [{ field: '', message: localizableMessage('trigger.failed', { attempts: TRIGGER_ATTEMPTS_MAX }) }],
  contactId: null,
  sendingId: null,
}

/** Locks the address of a request. @returns null if it was decided or deleted meanwhile */
async function lockUndecidedRequest(tx: Tx, organizationId: string, id: string): Promise<TriggerRequest | null> {
  const where = { id, organizationId, decidedAt: null }
  const request = await tx.triggerRequest.findFirst({ where, select: { addressId: true } })
  if (!request) return null
  await lockRow(tx, 'trigger_address', organizationId, request.addressId, 'NO KEY UPDATE')
  return tx.triggerRequest.findFirst({ where })
}

async function decideLockedRequest(
  work: UnitOfWork,
  organizationId: string,
  { addressId: id, body }: TriggerRequest,
): Promise<TriggerDecision> {
  const address = await work.tx.triggerAddress.findUniqueOrThrow({ where: { id, organizationId } })
  const { sequenceId, settings, isActive } = address
  if (!isActive || settings === null || body === null)
    return { outcome: 'sample', details: [], contactId: null, sendingId: null }
  const { decision } = await decideBody(work, organizationId, {
    sequenceId,
    settings: TriggerSettings.parse(settings),
    body: JSON.parse(body) as unknown,
  })
  return decision
}

async function recordDecision(
  tx: Tx,
  organizationId: string,
  id: string,
  { outcome, details, contactId, sendingId }: TriggerDecision,
): Promise<void> {
  await tx.triggerRequest.updateMany({
    where: { id, organizationId, decidedAt: null },
    data: { outcome, details, contactId, sendingId, decidedAt: now(), dueAt: null },
  })
}

async function recordFailure(organizationId: string, id: string): Promise<void> {
  await transact(({ tx }) => recordDecision(tx, organizationId, id, FAILED))
}
