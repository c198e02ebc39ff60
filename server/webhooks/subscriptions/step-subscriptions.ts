import { v7 as uuidv7 } from 'uuid'
import { now } from '../../clock'
import type { Tx } from '../../db'
import { deliveriesQueued } from '../../jobs/events'
import type { Work } from '../../unit-of-work'
import { enforceAddressLimit } from './address-limit'
import { joinRow, leaveRow, lockRow } from './subscription-rows'

const KIND = 'step.completed'

/**
 * Call when a step with this address is saved: adds `step.completed` to the address's row, and activates it. A row created here
 * belongs to no key.
 * @param hookUrl as normalized by checkTargetUrl.
 * @param field the input field that the error refers to.
 * @throws {ValidationError} past the organization's limit.
 */
export async function retainStepWebhook(
  { tx }: Work,
  organizationId: string,
  hookUrl: string,
  field = 'webhookUrl',
): Promise<void> {
  await joinRow(tx, { organizationId, hookUrl, kinds: [KIND] }, null, () =>
    enforceAddressLimit(tx, organizationId, hookUrl, field),
  )
}

/**
 * Call after the steps are written, for an address that one of them no longer uses. Once no step of the organization uses it,
 * removes `step.completed` from the row, and the row with its last kind.
 */
export async function releaseStepWebhook({ tx }: Work, organizationId: string, hookUrl: string): Promise<void> {
  // Lock first: of two transactions that each remove one of two steps, the second sees the change of the first.
  const row = await lockRow(tx, organizationId, { hookUrl })
  if (!row?.triggerTypes.includes(KIND)) return
  const user = await tx.sequenceStep.findFirst({ where: { organizationId, webhookUrl: hookUrl }, select: { id: true } })
  if (!user) await leaveRow(tx, organizationId, row, KIND)
}

export type StepCompleted = { organizationId: string; hookUrl: string; payload: object }

/**
 * Queues one delivery to the step's own address, with the bare payload as its body. Whether the address is allowed (https, no
 * private network) is checked when connecting, at each attempt; not here, because this transaction holds locks and must not
 * depend on DNS. A row that was removed with its owner key is recreated without an owner and with a new secret; a deactivated
 * or paused one is skipped and stays unchanged.
 */
export async function emitStepCompleted(
  work: Work,
  { organizationId, hookUrl, payload }: StepCompleted,
): Promise<void> {
  const { tx, wake } = work
  const subscriptionId = await receivingRow(tx, organizationId, hookUrl)
  if (subscriptionId === null) return
  const id = uuidv7()
  const body = JSON.stringify(payload)
  await tx.webhookDelivery.create({
    data: { id, organizationId, subscriptionId, kind: KIND, body, nextAttemptAt: now() },
  })
  wake(deliveriesQueued(organizationId))
}

/** The id of the receiving row, locked against deletion; null if the event must be skipped. */
async function receivingRow(tx: Tx, organizationId: string, hookUrl: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string; holds: boolean; receives: boolean }[]>`
    SELECT s.id, ${KIND} = ANY(s.trigger_types) AS holds, s.active AND coalesce(k.is_active, true) AS receives
    FROM webhook_subscription s LEFT JOIN api_key k ON k.id = s.owner_key_id
    WHERE s.organization_id = ${organizationId}::uuid AND s.hook_url = ${hookUrl} FOR KEY SHARE OF s`
  if (row && !row.receives) return null
  if (row?.holds) return row.id
  // The step may have dropped the address while its message was being sent: do not recreate the row.
  const users = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM sequence_step WHERE organization_id = ${organizationId}::uuid AND webhook_url = ${hookUrl} FOR SHARE`
  if (users.length === 0) return null
  // A 410 may have arrived meanwhile: a completed step must not reactivate the row.
  if ((await lockRow(tx, organizationId, { hookUrl }))?.active === false) return null
  const joined = await joinRow(tx, { organizationId, hookUrl, kinds: [KIND] }, null)
  return joined.row.id
}
