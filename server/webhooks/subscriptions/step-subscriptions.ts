import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { lockRow, lockRows } from '../../locks'
import type { UnitOfWork } from '../../unit-of-work'
import { lockSubscription, removeEventKind, upsertSubscription } from './subscription-rows'

const STEP_COMPLETED = 'step.completed'

/**
 * Call when a step with this address is saved: adds `step.completed` to the address's row, and activates it. A row created here
 * belongs to no key.
 * @param hookUrl as normalized by validateAndNormalizeTargetUrl.
 * @param field the input field that the error refers to.
 * @throws {ValidationError} past the organization's limit.
 */
export async function subscribeStepUrl(
  { tx }: UnitOfWork,
  organizationId: string,
  hookUrl: string,
  field = 'webhookUrl',
): Promise<void> {
  await upsertSubscription(tx, organizationId, { hookUrl, kinds: [STEP_COMPLETED], ownerKeyId: null }, field)
}

/**
 * Call after the steps are written, for an address that one of them no longer uses. Once no step of the organization uses it,
 * removes `step.completed` from the row, and the row with its last kind.
 */
export async function unsubscribeUnusedStepUrl(
  { tx }: UnitOfWork,
  organizationId: string,
  hookUrl: string,
): Promise<void> {
  // Lock first: of two transactions that each remove one of two steps, the second sees the change of the first.
  const row = await lockSubscription(tx, organizationId, { hookUrl })
  if (!row?.triggerTypes.includes(STEP_COMPLETED)) return
  const remainingSteps = await tx.sequenceStep.count({ where: { organizationId, webhookUrl: hookUrl } })
  if (remainingSteps === 0) await removeEventKind(tx, organizationId, row, STEP_COMPLETED)
}

export type StepCompletedEvent = { organizationId: string; hookUrl: string; payload: object }

/**
 * Queues one delivery to the step's own address, with the bare payload as its body. Whether the address is allowed (https, no
 * private network) is checked when connecting, at each attempt; not here, because this transaction holds locks and must not
 * depend on DNS. A row that was removed with its owner key is recreated without an owner and with a new secret; a deactivated
 * or paused one is skipped and stays unchanged.
 */
export async function emitStepCompleted(
  { tx, signal }: UnitOfWork,
  { organizationId, hookUrl, payload }: StepCompletedEvent,
): Promise<void> {
  const subscriptionId = await lockOrCreateStepSubscription(tx, organizationId, hookUrl)
  if (subscriptionId === null) return
  const delivery = { id: uuidv7(), organizationId, subscriptionId, kind: STEP_COMPLETED, body: JSON.stringify(payload) }
  await tx.webhookDelivery.create({ data: { ...delivery, nextAttemptAt: now() } })
  signal({ queue: 'webhooks/deliveries', organizationId })
}

async function lockOrCreateStepSubscription(tx: Tx, organizationId: string, hookUrl: string): Promise<string | null> {
  const row = await tx.webhookSubscription.findUnique({
    where: { organizationId_hookUrl: { organizationId, hookUrl } },
    select: { id: true, triggerTypes: true, active: true, ownerKey: { select: { isActive: true } } },
  })
  if (row && (await lockRow(tx, 'webhook_subscription', organizationId, row.id, 'KEY SHARE'))) {
    if (!row.active || row.ownerKey?.isActive === false) return null
    if (row.triggerTypes.includes(STEP_COMPLETED)) return row.id
  }
  // The step may have dropped the address while its message was being sent: do not recreate the row.
  if (!(await lockUsingStep(tx, organizationId, hookUrl))) return null
  // A 410 may have arrived meanwhile: a completed step must not reactivate the row.
  if ((await lockSubscription(tx, organizationId, { hookUrl }))?.active === false) return null
  const { row: upserted } = await upsertSubscription(tx, organizationId, {
    hookUrl,
    kinds: [STEP_COMPLETED],
    ownerKeyId: null,
  })
  return upserted.id
}

async function lockUsingStep(tx: Tx, organizationId: string, webhookUrl: string): Promise<boolean> {
  const where = { organizationId, webhookUrl }
  const ids = (await tx.sequenceStep.findMany({ where, select: { id: true } })).map(({ id }) => id)
  const lockedIds = await lockRows(tx, 'sequence_step', organizationId, ids, 'SHARE')
  return (await tx.sequenceStep.count({ where: { ...where, id: { in: lockedIds } } })) > 0
}
