import type { Sending } from '@/prisma/generated/client'
import { now } from '../../clock'
import { cancelSendings } from '../../contacts/cancel-sendings'
import type { Tx } from '../../db'
import { type AppError, NotFound, SendingEnded } from '../../errors'
import { lockRows } from '../../locks'
import type { UnitOfWork } from '../../unit-of-work'
import { loadBatchContext } from '../sending/batch-context'
import { advanceLockedSendings } from '../sending/record-and-claim-batch'
import type { SendingActionType } from './constants'
import { resumePausedSendings } from './queries'
import { recordSendingActions } from './record-sending-actions'
import type { SendingAction } from './schema'
import { type Skip, skipInMemory } from './skip-in-memory'

/** `unchanged`: it was in this state already. An error is that of a request with this sending alone. */
export type SendingActionResult = 'changed' | 'unchanged' | AppError

type ActionResults = Map<string, SendingActionResult>

/**
 * Performs an action on sendings under their row locks, which the job that sends takes too: a message that is being sent goes out, and its
 * outcome is recorded.
 * @returns a result for each id
 */
export async function actOnSendings(
  work: UnitOfWork,
  organizationId: string,
  ids: readonly string[],
  action: SendingAction,
): Promise<ActionResults> {
  const { tx } = work
  await lockRows(tx, 'sending', organizationId, ids)
  const rows = await tx.sending.findMany({ where: { organizationId, id: { in: [...ids] } } })
  const results: ActionResults = new Map(ids.map((id) => [id, new NotFound('sending')]))
  for (const row of rows) results.set(row.id, findResult(row, action.type))
  const affectedIds = listChanged(results)
  if (affectedIds.length > 0)
    for (const [id, result] of await perform(work, organizationId, affectedIds, action)) results.set(id, result)
  const changedIds = new Set(listChanged(results))
  await recordSendingActions(
    tx,
    organizationId,
    rows.filter(({ id }) => changedIds.has(id)),
    action.type,
  )
  if (changedIds.size > 0) work.signal({ queue: 'sequences/sendings', organizationId })
  return results
}

/** `changed` if the action applies to a sending in this state. */
function findResult(
  { status, pausedAt, endedAt }: Pick<Sending, 'status' | 'pausedAt' | 'endedAt'>,
  type: SendingActionType,
): SendingActionResult {
  if (endedAt !== null)
    return type === 'cancel' && status === 'cancelled' ? 'unchanged' : new SendingEnded(status as 'completed')
  if (type === 'pause') return pausedAt === null ? 'changed' : 'unchanged'
  if (type === 'resume') return pausedAt === null ? 'unchanged' : 'changed'
  return 'changed'
}

function listChanged(results: ActionResults): string[] {
  return [...results].flatMap(([id, result]) => (result === 'changed' ? [id] : []))
}

/** @returns results that differ from `changed` */
async function perform(
  work: UnitOfWork,
  organizationId: string,
  ids: readonly string[],
  { type, stepId }: SendingAction,
): Promise<ActionResults> {
  switch (type) {
    case 'pause':
      await pauseSendings(work.tx, organizationId, ids)
      return new Map()
    case 'resume':
      await resumeSendings(work, organizationId, ids)
      return new Map()
    case 'cancel':
      await cancelSendings(work.tx, organizationId, ids, 'cancelled')
      return new Map()
    case 'skipWait':
    case 'skipStep':
      return skipForSendings(work, organizationId, ids, { type, stepId })
  }
}

/** A message that is being sent keeps its due time, at which a claim that was lost is resolved. */
async function pauseSendings(tx: Tx, organizationId: string, ids: readonly string[]): Promise<void> {
  const where = { organizationId, id: { in: [...ids] } }
  const isBeingSent = { claimedAt: { not: null }, endedAt: null }
  await tx.sending.updateMany({ where, data: { pausedAt: now() } })
  await tx.sending.updateMany({ where: { ...where, steps: { none: isBeingSent } }, data: { dueAt: null } })
}

async function resumeSendings(work: UnitOfWork, organizationId: string, ids: readonly string[]): Promise<void> {
  await resumePausedSendings(work.tx, organizationId, ids)
  await advanceLockedSendings(work, await loadBatchContext(work.tx, organizationId, ids))
}

async function skipForSendings(
  work: UnitOfWork,
  organizationId: string,
  ids: readonly string[],
  skip: Skip,
): Promise<ActionResults> {
  const context = await loadBatchContext(work.tx, organizationId, ids)
  const results: ActionResults = new Map()
  for (const sendingInMemory of context.sendingsInMemory)
    results.set(sendingInMemory.sending.id, skipInMemory(context, sendingInMemory, skip))
  const changed = context.sendingsInMemory.filter(({ sending }) => results.get(sending.id) === 'changed')
  await advanceLockedSendings(work, { ...context, sendingsInMemory: changed })
  return results
}
