import { audit } from '../../audit/audit'
import { contactName } from '../../contacts/contact-name'
import type { Tx } from '../../db'
import { AppError, NotFound } from '../../errors'
import { transact } from '../../unit-of-work'
import type { SendingDetail } from '../sending/schema'
import { getSending } from '../sendings'
import { actOnSendings, type SendingActionResult } from './act-on-sendings'
import { AUDIT_ACTION_BY_TYPE, type SendingActionType } from './constants'
import type { ActOnSendings, SendingAction, SendingBatchResult } from './schema'

/**
 * Performs an action on one sending. One that changes nothing succeeds.
 * @throws {NotFound}
 * @throws {SendingEnded} if it was completed, or cancelled and the action is another one
 * @throws {SequenceInactive} if a step of a sequence that is not active would be skipped
 * @throws {SendingBusy} if a message is being sent, and the next step is not known yet
 * @throws {StepNotNext} if the step to skip is not the next one
 */
export async function actOnSending(organizationId: string, id: string, action: SendingAction): Promise<SendingDetail> {
  await transact(async (work) => {
    const result = (await actOnSendings(work, organizationId, [id], action)).get(id)
    if (result instanceof AppError) throw result
    if (result === 'changed') await auditAction(work.tx, organizationId, action.type, [id])
  })
  return getSending(organizationId, id)
}

/** Performs an action on up to 100 sendings. One with a fault fails alone. */
export async function actOnListedSendings(
  organizationId: string,
  { ids, action: type, stepId }: ActOnSendings,
): Promise<SendingBatchResult> {
  const listedIds = ids.map((id) => id.toLowerCase())
  const action = { type, ...(stepId === undefined ? {} : { stepId }) }
  return transact(async (work) => {
    const results = await actOnSendings(work, organizationId, [...new Set(listedIds)], action)
    const changedIds = [...results].flatMap(([id, result]) => (result === 'changed' ? [id] : []))
    if (changedIds.length > 0) await auditAction(work.tx, organizationId, type, changedIds)
    const presented = listedIds.map((id, index) => presentResult(index, results.get(id) ?? new NotFound('sending')))
    const count = (status: SendingActionStatus) => presented.filter((one) => one.status === status).length
    return {
      results: presented,
      changed: count('changed'),
      unchanged: count('unchanged'),
      failed: count('failed'),
    }
  })
}

type SendingActionStatus = SendingBatchResult['results'][number]['status']

function presentResult(index: number, result: SendingActionResult): SendingBatchResult['results'][number] {
  if (!(result instanceof AppError)) return { index, status: result }
  const { code, message, details } = result
  return { index, status: 'failed', error: { code, message, ...(details === undefined ? {} : { details }) } }
}

/** Names the contact of one sending, and the number of several. */
async function auditAction(
  tx: Tx,
  organizationId: string,
  type: SendingActionType,
  ids: readonly string[],
): Promise<void> {
  await audit(organizationId, {
    action: AUDIT_ACTION_BY_TYPE[type],
    ...(ids.length === 1
      ? { record: await loadContactRecord(tx, organizationId, ids[0] ?? '') }
      : { changes: [{ field: 'count', from: null, to: ids.length }] }),
  })
}

async function loadContactRecord(tx: Tx, organizationId: string, sendingId: string) {
  const sending = await tx.sending.findUniqueOrThrow({ where: { organizationId, id: sendingId } })
  const { contactId: id } = sending
  const contact = await tx.contact.findUnique({ where: { organizationId, id } })
  return { type: 'contact' as const, id, name: contact && contactName(contact) }
}
